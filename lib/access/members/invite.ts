import "server-only";
import { env } from "@/lib/platform/settings/env";
import type { Prisma } from "@/prisma/client/client";
import type { Role } from "../gate/viewer";
import { hashInvitationToken, newInvitationToken } from "./invitation-token";

/**
 * Makes a link that lets one person join with `role`. The link is returned here and never again:
 * the database holds its hash only. `createdBy` is null for the link that the first start prints.
 */
export async function invite(
  client: Prisma.TransactionClient,
  { role, validMs, createdBy }: { role: Role; validMs: number; createdBy: string | null },
): Promise<{ url: string; expiresAt: Date }> {
  const token = newInvitationToken();
  const expiresAt = new Date(Date.now() + validMs);
  await client.invitation.create({
    data: { tokenHash: hashInvitationToken(token), role, expiresAt, createdBy },
  });
  return { url: `${env().PUBLIC_URL}/set-up/${token}`, expiresAt };
}
