import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { Prisma } from "@/prisma/client/client";
import type { Role } from "../gate/viewer";
import { sessionWatch } from "../sessions/session-watch";
import type { NewAccount } from "./schema";

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

/** False when it was used, revoked or never there. */
export async function revokeInvitation(id: string): Promise<boolean> {
  const { count } = await db().invitation.deleteMany({
    where: { tokenHash: new Uint8Array(Buffer.from(id, "hex")), usedAt: null },
  });
  return count > 0;
}

/**
 * Locks every administrator's row before it counts them, so that two of them who remove each other
 * at the same moment come one after the other, and the second is refused.
 */
async function changeMember(
  userId: string,
  change: (transaction: Prisma.TransactionClient) => Promise<void>,
): Promise<MemberChange> {
  const changed = await db().$transaction(async (transaction): Promise<MemberChange> => {
    const administrators = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM "user" WHERE role = 'administrator' ORDER BY id FOR UPDATE`;
    const isAdministrator = administrators.some(({ id }) => id === userId);
    if (isAdministrator && administrators.length === 1) return "last-administrator";
    const [member] = await transaction.$queryRaw<{ id: string }[]>`
      SELECT id FROM "user" WHERE id = ${userId} FOR UPDATE`;
    if (!member) return "not-found";
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
    if (isUniqueViolation(error)) throw new EmailTakenError();
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

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
