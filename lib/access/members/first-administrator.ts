import "server-only";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import type { Prisma } from "@/prisma/client/client";
import { hashPassword } from "../sessions/hash-password";
import { invite } from "./invite";
import { createAccount, EmailTakenError } from "./store";

export type FirstAdministrator =
  /** `withoutAccount` is the address in the settings when nobody has an account under it. */
  | { kind: "exists"; withoutAccount: string | null }
  | { kind: "created"; email: string }
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
  return db().$transaction(async (transaction) => {
    const isThere = await hasAdministrator(transaction);
    if (!isThere && !mayShowLink) return { kind: "link-kept" };
    await transaction.invitation.deleteMany({ where: { createdBy: null, usedAt: null } });
    if (isThere) {
      const holder = email && (await transaction.user.findUnique({ where: { email } }));
      return { kind: "exists", withoutAccount: email && !holder ? email : null };
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
    await db().$transaction(async (transaction) => {
      await transaction.invitation.deleteMany({ where: { createdBy: null, usedAt: null } });
      const name = email.split("@")[0] ?? email;
      await createAccount(transaction, { name, email }, passwordHash, "administrator");
    });
  } catch (error) {
    // Another start was faster.
    if (error instanceof EmailTakenError) return null;
    throw error;
  }
  return { kind: "created", email };
}
