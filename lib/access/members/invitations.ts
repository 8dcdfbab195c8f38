import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { db, transact } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import type { Prisma } from "@/prisma/client/client";
import {
  addressAttempts,
  countAttempt,
  forgiveAttempt,
  hashPassword,
  unlessCrowded,
} from "../sessions/sign-in";
import { type InvitationView, type Role, toRole } from "../views";
import { createAccount, EmailTakenError, listNames, type NewAccount } from "./members";

/**
 * Makes a link that lets one person join with `role`. The link is returned here and never again:
 * the database holds its hash only. `createdBy` is null for the link that the first start prints.
 */
export async function invite(
  client: Prisma.TransactionClient,
  invitation: { role: Role; validMs: number; createdBy: string | null; invitee?: string | null },
): Promise<{ url: string; expiresAt: Date }> {
  const { validMs, ...rest } = invitation;
  const token = newInvitationToken();
  const expiresAt = new Date(Date.now() + validMs);
  await client.invitation.create({
    data: { ...rest, tokenHash: hashInvitationToken(token), expiresAt },
  });
  return { url: `${env().PUBLIC_URL}/set-up/${token}`, expiresAt };
}

/** 256 random bits for a link; only their hash is ever stored. */
function newInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. A fast hash is enough for a value that nobody can guess. */
function hashInvitationToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
}

/** Invitations that still work, the next to expire first. */
export async function listPendingInvitations(now: Date): Promise<InvitationView[]> {
  const pending = await db().invitation.findMany({
    where: { usedAt: null, expiresAt: { gt: now } },
    orderBy: [{ expiresAt: "asc" }, { tokenHash: "asc" }],
  });
  const names = await listNames(pending.flatMap(({ createdBy }) => createdBy ?? []));
  return pending.map(({ tokenHash, role, createdAt, expiresAt, createdBy, invitee }) => ({
    id: Buffer.from(tokenHash).toString("hex"),
    role: toRole(role),
    invitee,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    invitedBy: createdBy && (names.get(createdBy) ?? null),
  }));
}

/** What a link offers; null when it was used, has expired or was never made. Uses nothing up. */
export async function getInvitation(token: string, now: Date): Promise<{ role: Role } | null> {
  const invitation = await db().invitation.findUnique({
    where: { tokenHash: hashInvitationToken(token), usedAt: null, expiresAt: { gt: now } },
    select: { role: true },
  });
  return invitation && { role: toRole(invitation.role) };
}

/** False when it was used, revoked or never there. */
export async function revokeInvitation(id: string): Promise<boolean> {
  const { count } = await db().invitation.deleteMany({
    where: { tokenHash: new Uint8Array(Buffer.from(id, "hex")), usedAt: null },
  });
  return count > 0;
}

type Redemption =
  | { kind: "joined"; userId: string; role: Role }
  | { kind: "link-over" | "email-taken" | "too-many-attempts" | "busy" };

/**
 * Uses an invitation up and creates the account, both or neither. Of simultaneous uses of one link
 * exactly one joins; everything else leaves it usable. Attempts that fail are counted with wrong
 * passwords from the same address, and nothing is hashed for a link that doesn't work.
 */
export async function redeemInvitation(
  token: string,
  account: NewAccount,
  address: string,
): Promise<Redemption> {
  const redemption = await unlessCrowded(address, async (): Promise<Redemption> => {
    const { key, most } = addressAttempts(address);
    if (!(await countAttempt(key, most, new Date()))) return { kind: "too-many-attempts" };
    if (!(await getInvitation(token, new Date()))) return { kind: "link-over" };
    const joined = await join(token, account);
    if (joined.kind === "joined") await forgiveAttempt(key);
    return joined;
  });
  return redemption === "busy" ? { kind: "busy" } : redemption;
}

async function join(token: string, account: NewAccount): Promise<Redemption> {
  const passwordHash = await hashPassword(account.password);
  try {
    return await transact(async (transaction) => {
      const now = new Date();
      const [used] = await transaction.invitation.updateManyAndReturn({
        where: { tokenHash: hashInvitationToken(token), usedAt: null, expiresAt: { gt: now } },
        data: { usedAt: now },
        select: { role: true },
      });
      if (!used) return { kind: "link-over" };
      const role = toRole(used.role);
      const { userId } = await createAccount(transaction, account, passwordHash, role);
      return { kind: "joined", userId, role };
    });
  } catch (error) {
    if (error instanceof EmailTakenError) return { kind: "email-taken" };
    throw error;
  }
}

type FirstAdministrator =
  /** `isIgnored`: nobody has an account under the address in the settings. */
  | { kind: "exists"; isIgnored: boolean }
  | { kind: "created" }
  | { kind: "link"; url: string }
  | { kind: "link-kept" };

/**
 * Sees to it that somebody can sign in while there is no administrator: creates the one whom the
 * settings name, unless that address has an account, or else makes a one-time link. Links of earlier
 * starts stop working, unless a new one may not be shown. Run at start, outside of any request.
 *
 * Once there is an administrator the settings create nobody, so that who was removed stays removed:
 * the last administrator can't be, and only somebody who deletes them in the database itself makes
 * the settings count again.
 */
export async function ensureFirstAdministrator({
  mayShowLink = true,
} = {}): Promise<FirstAdministrator> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = env();
  const email = ADMIN_EMAIL?.toLowerCase();
  if (email && ADMIN_PASSWORD && !(await hasAdministrator(db()))) {
    const created = await createNamed(email, ADMIN_PASSWORD.reveal());
    if (created) return created;
  }
  return transact(async (transaction) => {
    const isThere = await hasAdministrator(transaction);
    if (!isThere && !mayShowLink) return { kind: "link-kept" };
    await transaction.invitation.deleteMany({ where: { createdBy: null, usedAt: null } });
    if (isThere) {
      const holder = email && (await transaction.user.findUnique({ where: { email } }));
      return { kind: "exists", isIgnored: Boolean(email) && !holder };
    }
    const { url } = await invite(transaction, {
      role: "administrator",
      validMs: linkValidMs,
      createdBy: null,
    });
    return { kind: "link", url };
  });
}

const linkValidMs = 24 * 60 * 60 * 1000;

async function hasAdministrator(client: Prisma.TransactionClient): Promise<boolean> {
  return (await client.user.findFirst({ where: { role: "administrator" } })) !== null;
}

/** Null when the address has an account; of simultaneous starts one creates it. */
async function createNamed(email: string, password: string): Promise<FirstAdministrator | null> {
  if (await db().user.findUnique({ where: { email } })) return null;
  const passwordHash = await hashPassword(password);
  try {
    await transact(async (transaction) => {
      await transaction.invitation.deleteMany({ where: { createdBy: null, usedAt: null } });
      const name = email.split("@")[0] ?? email;
      await createAccount(transaction, { name, email }, passwordHash, "administrator");
    });
  } catch (error) {
    // Another start was faster.
    if (error instanceof EmailTakenError) return null;
    throw error;
  }
  return { kind: "created" };
}
