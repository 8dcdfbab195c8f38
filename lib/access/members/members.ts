import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { texts } from "@/lib/language/texts";
import { db, transact } from "@/lib/platform/database/db";
import { isDuplicateKey } from "@/lib/platform/faults";
import type { Prisma } from "@/prisma/client/client";
import { idleSince, isIdle, sessionWatch } from "../sessions/session-watch";
import { lockAdministrators, lockMember } from "../sql";
import {
  type MemberView,
  maxPasswordLength,
  minPasswordLength,
  type Role,
  type SessionView,
  toRole,
} from "../views";

export const membersTexts = texts("accessMembers", {
  emailMissing: "Enter an email address.",
  nameMissing: "Enter your name.",
  atLeast: (characters: number) => `Use at least ${characters} characters.`,
  atMost: (characters: number) => `Use at most ${characters} characters.`,
  emailTaken: "This address already has an account.",
  notFound: "This person no longer has access.",
  lastAdministrator: "The last administrator can’t be removed: nobody else could let people in.",
});

const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: () => membersTexts().emailMissing }));

export const roleSchema = z.enum(["administrator", "member"]);

const longestName = 200;

/** Whom an invitation is for: a line of text, or nothing. */
export const inviteeSchema = z
  .string()
  .trim()
  .max(longestName)
  .transform((text) => text || null)
  .catch(null);

/** What a person who opened an invitation tells about themselves. */
export const newAccountSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => membersTexts().nameMissing })
    .max(longestName, { error: () => membersTexts().atMost(longestName) }),
  email: emailSchema,
  password: z
    .string()
    .min(minPasswordLength, { error: () => membersTexts().atLeast(minPasswordLength) })
    .max(maxPasswordLength, { error: () => membersTexts().atMost(maxPasswordLength) }),
});

export type NewAccount = z.infer<typeof newAccountSchema>;

/** Everybody who has access, in the order of their names. */
export async function listMembers(now: Date): Promise<MemberView[]> {
  const users = await db().user.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    include: { sessions: { select: { lastSeenAt: true, expiresAt: true } } },
  });
  return users.map(({ id, name, email, role, createdAt, sessions }) => ({
    userId: id,
    name,
    email,
    role: toRole(role),
    joinedAt: createdAt.toISOString(),
    lastSeenAt: latest(sessions.map((session) => session.lastSeenAt)),
    activeSessions: sessions.filter(
      (session) => session.expiresAt > now && !isIdle(session.lastSeenAt, now),
    ).length,
  }));
}

/** A person's sessions that could go on now, the one that was used last first. */
export async function listSessions(
  userId: string,
  now: Date,
): Promise<Omit<SessionView, "isPresent">[]> {
  const sessions = await db().session.findMany({
    where: { userId, expiresAt: { gt: now }, lastSeenAt: { gt: idleSince(now) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }],
  });
  return sessions.map(({ id, createdAt, lastSeenAt, ipAddress, userAgent }) => ({
    id,
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    address: ipAddress || null,
    device: describeDevice(userAgent),
  }));
}

/** By the names that browsers and systems have in every language. Null: it says neither. */
function describeDevice(userAgent: string | null): string | null {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined);
  return known.length > 0 ? known.join(", ") : null;
}

/** Most name those that they descend from, too. */
const browsers: [RegExp, string][] = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, "Chrome"],
  [/\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: [RegExp, string][] = [
  [/\biPhone|\biPad/, "iOS"],
  [/\bAndroid/, "Android"],
  [/\bWindows/, "Windows"],
  [/\bMac OS X|\bMacintosh/, "macOS"],
  [/\bLinux|\bX11/, "Linux"],
];

/** Ends a session of this person, and nobody else's. Idempotent. */
export async function endSession(userId: string, id: string): Promise<void> {
  await db().session.deleteMany({ where: { id, userId } });
  sessionWatch().noteChange();
}

/** Names by user id; who has no access any more is missing. */
export async function listNames(userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const users = await db().user.findMany({
    where: { id: { in: userIds } },
    select: { id: true, name: true },
  });
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** `last-administrator`: refused, because nobody would be left to let anybody in. */
export type MemberChange = "done" | "not-found" | "last-administrator";

/** Takes a person's access away: account, sessions and the open invitations they made, at once. */
export async function removeMember(userId: string): Promise<MemberChange> {
  return changeMember(userId, async (transaction) => {
    await revokeInvitationsBy(transaction, userId);
    await transaction.user.delete({ where: { id: userId } });
  });
}

/** Idempotent. Whoever stops being an administrator leaves no open invitations behind. */
export async function changeRole(userId: string, role: Role): Promise<MemberChange> {
  if (role === "administrator") {
    const { count } = await db().user.updateMany({ where: { id: userId }, data: { role } });
    sessionWatch().noteChange();
    return count > 0 ? "done" : "not-found";
  }
  return changeMember(userId, async (transaction) => {
    await revokeInvitationsBy(transaction, userId);
    await transaction.user.update({ where: { id: userId }, data: { role } });
  });
}

/**
 * Locks every administrator's row before it counts them, so that two of them who remove each other
 * at the same moment come one after the other, and the second is refused.
 */
async function changeMember(
  userId: string,
  change: (transaction: Prisma.TransactionClient) => Promise<void>,
): Promise<MemberChange> {
  const changed = await transact(async (transaction): Promise<MemberChange> => {
    const administrators = await lockAdministrators(transaction);
    if (administrators.length === 1 && administrators[0] === userId) return "last-administrator";
    if (!(await lockMember(transaction, userId))) return "not-found";
    await change(transaction);
    return "done";
  });
  sessionWatch().noteChange();
  return changed;
}

async function revokeInvitationsBy(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  await transaction.invitation.deleteMany({ where: { createdBy: userId, usedAt: null } });
}

/**
 * Adds a person who signs in with e-mail and password, in the form that the sign-in library reads.
 * @throws {EmailTakenError} when the address has an account already; nothing is written then.
 */
export async function createAccount(
  transaction: Prisma.TransactionClient,
  { name, email }: Omit<NewAccount, "password">,
  passwordHash: string,
  role: Role,
): Promise<{ userId: string }> {
  const userId = randomUUID();
  const account = {
    id: randomUUID(),
    accountId: userId,
    providerId: "credential",
    password: passwordHash,
  };
  try {
    await transaction.user.create({
      data: { id: userId, name, email, role, accounts: { create: account } },
    });
  } catch (error) {
    if (isDuplicateKey(error)) throw new EmailTakenError();
    throw error;
  }
  return { userId };
}

export class EmailTakenError extends Error {
  constructor() {
    super("an account with this email address exists already");
    this.name = "EmailTakenError";
  }
}

function latest(instants: Date[]): string | null {
  if (instants.length === 0) return null;
  return new Date(Math.max(...instants.map((instant) => instant.getTime()))).toISOString();
}
