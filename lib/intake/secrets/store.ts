import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import { db, intakePool } from "@/lib/platform/database/db";
import { inTransaction } from "@/lib/platform/database/transaction";
import { Secret } from "@/lib/platform/settings/secret";
import { Prisma } from "@/prisma/client/client";
import { hashSecret } from "./check/hash-secret";
import { sealSecret } from "./secret-cipher";

/** Makes a secret of 32 random bytes; from then on it is honoured. */
export async function createSecret(
  name: string,
  createdBy: string,
): Promise<"created" | "name-taken"> {
  const secret = new Secret(randomBytes(32).toString("base64url"));
  const hash = new Uint8Array(hashSecret(secret.reveal()));
  const ciphertext = new Uint8Array(sealSecret(secret));
  try {
    await db().webhookSecret.create({
      data: { id: randomUUID(), name, hash, ciphertext, createdBy },
    });
    return "created";
  } catch (error) {
    if (isNameTaken(error)) return "name-taken";
    throw error;
  }
}

/** `last-secret`: refused, because no event could be accepted any more. */
export type Revocation = "revoked" | "not-active" | "last-secret";

/**
 * Locks all secrets that work before it counts them, so that of two who revoke the last two at the
 * same moment one comes second and is refused.
 */
export async function revokeSecret(id: string): Promise<Revocation> {
  const { rows } = await inTransaction(intakePool(), (client) =>
    client.query<{ is_revoked: boolean; was_active: boolean }>(revokeSql, [id]),
  );
  if (rows[0]?.is_revoked) return "revoked";
  return rows[0]?.was_active ? "last-secret" : "not-active";
}

const revokeSql = `
  WITH active AS (
    SELECT id FROM webhook_secret WHERE revoked_at IS NULL ORDER BY id FOR UPDATE
  ), revoked AS (
    UPDATE webhook_secret SET revoked_at = now()
    WHERE id = $1 AND id IN (SELECT id FROM active) AND (SELECT count(*) FROM active) > 1
    RETURNING id
  )
  SELECT EXISTS (SELECT FROM revoked) AS is_revoked,
         EXISTS (SELECT FROM active WHERE id = $1) AS was_active`;

function isNameTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
