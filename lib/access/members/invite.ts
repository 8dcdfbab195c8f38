import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import type { Prisma } from "@/prisma/client/client";
import { type Role, toRole } from "../gate/viewer";
import { hashPassword, unlessCrowded } from "../sessions/hash-password";
import { addressAttempts, countAttempt, forgiveAttempt } from "../sessions/limit-sign-in";
import { getInvitation } from "./queries";
import type { NewAccount } from "./schema";
import { createAccount, EmailTakenError } from "./store";

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
export function hashInvitationToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token).digest());
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
    return await db().$transaction(async (transaction) => {
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
