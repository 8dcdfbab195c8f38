import "server-only";
import { db } from "@/lib/platform/db";
import { createAccount, EmailTakenError, hashAccountPassword } from "./create-account";
import { hashInvitationToken } from "./invitation-token";
import type { NewAccount } from "./schema";
import { type Role, toRole } from "./viewer";

export type Redemption =
  | { kind: "joined"; userId: string; role: Role }
  | { kind: "link-over" }
  | { kind: "email-taken" };

/**
 * Uses an invitation up and creates the account, both or neither. Of simultaneous uses of one link
 * exactly one joins. `email-taken` leaves the link usable.
 */
export async function redeemInvitation(token: string, account: NewAccount): Promise<Redemption> {
  const passwordHash = await hashAccountPassword(account.password);
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
