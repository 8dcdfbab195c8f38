import "server-only";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { createAccount, EmailTakenError, hashAccountPassword } from "./create-account";
import { invite } from "./invite";

export type FirstAdministrator =
  | { kind: "exists" }
  | { kind: "created"; email: string }
  | { kind: "link"; url: string };

/**
 * Sees to it that somebody can sign in: creates the administrator whom the settings name, unless
 * that address has an account, or else makes a one-time link while there is no administrator.
 * Links of earlier starts stop working. Run at start, outside of any request.
 */
export async function ensureFirstAdministrator(): Promise<FirstAdministrator> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = env();
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    const created = await createNamed(ADMIN_EMAIL.toLowerCase(), ADMIN_PASSWORD.reveal());
    if (created) return created;
  }
  return db().$transaction(async (transaction) => {
    await transaction.invitation.deleteMany({ where: { createdBy: null, usedAt: null } });
    const administrators = await transaction.user.count({ where: { role: "administrator" } });
    if (administrators > 0) return { kind: "exists" };
    const { url } = await invite(transaction, {
      role: "administrator",
      validMs: linkValidMs,
      createdBy: null,
    });
    return { kind: "link", url };
  });
}

const linkValidMs = 24 * 60 * 60 * 1000;

async function createNamed(email: string, password: string): Promise<FirstAdministrator | null> {
  if (await db().user.findUnique({ where: { email } })) return null;
  const passwordHash = await hashAccountPassword(password);
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
