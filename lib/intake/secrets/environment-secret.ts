import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { intakePool } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import { hashSecret, nameHash } from "./check/hash-secret";
import { sealSecret } from "./secret-cipher";

/**
 * Enters `WEBHOOK_SECRET` into the table, unless it is there; revoked, it stays so. Sealed anew each
 * time, because `AUTH_SECRET` may have changed. One that it replaces works until it is revoked.
 * Throws when another took its name at the same moment; the next try finds one that is free.
 */
export async function ensureEnvironmentSecret(pool: Pool = intakePool()): Promise<void> {
  const { WEBHOOK_SECRET: secret } = env();
  if (!secret) return;
  const hash = hashSecret(secret.reveal());
  const ciphertext = sealSecret(secret);
  await pool.query(
    `INSERT INTO webhook_secret (id, name, hash, ciphertext)
     SELECT $1, CASE WHEN EXISTS (SELECT FROM webhook_secret) THEN $2 ELSE $3 END, $4, $5
     ON CONFLICT DO NOTHING`,
    [randomUUID(), `WEBHOOK_SECRET ${nameHash(hash)}`, "First secret", hash, ciphertext],
  );
  const { rowCount } = await pool.query(
    "UPDATE webhook_secret SET ciphertext = $1 WHERE hash = $2",
    [ciphertext, hash],
  );
  if (rowCount === 0) throw new Error("the name of the environment's secret was taken meanwhile");
}

/** Whether the secret that the environment names was revoked in the settings. */
export async function isEnvironmentSecretRevoked(pool: Pool = intakePool()): Promise<boolean> {
  const { WEBHOOK_SECRET: secret } = env();
  const { rowCount } = await pool.query(
    "SELECT FROM webhook_secret WHERE hash = $1 AND revoked_at IS NOT NULL",
    [secret ? hashSecret(secret.reveal()) : null],
  );
  return rowCount === 1;
}
