import "server-only";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import {
  type Database,
  prismaOn,
  type Transaction,
  toList,
} from "@/lib/platform/database/transaction";
import type { Prisma } from "@/prisma/client/client";
import type { SecretHashes } from "./check/known-secrets";

/**
 * Revokes a secret unless it is the last one. Locks all that work before it counts them, so that of two
 * who revoke the last two at the same moment one comes second and is refused.
 */
export async function revokeUnlessLast(
  client: Transaction,
  id: string,
): Promise<{ isRevoked: boolean; wasActive: boolean }> {
  const [row] = await client.$queryRaw<{ isRevoked: boolean; wasActive: boolean }[]>`
    WITH active AS (
      SELECT id FROM webhook_secret WHERE revoked_at IS NULL AND NOT is_sample
      ORDER BY id FOR UPDATE
    ), revoked AS (
      UPDATE webhook_secret SET revoked_at = now()
      WHERE id = ${id}::uuid AND id IN (SELECT id FROM active)
        AND (SELECT count(*) FROM active) > 1
      RETURNING id
    )
    SELECT EXISTS (SELECT FROM revoked) AS "isRevoked",
           EXISTS (SELECT FROM active WHERE id = ${id}::uuid) AS "wasActive"`;
  return row ?? { isRevoked: false, wasActive: false };
}

/** Unless there is one of this hash or name. The first secret of all has a name of its own. */
export async function insertEnvironmentSecret(
  pool: Pool,
  { name, hash, ciphertext }: { name: string; hash: Buffer; ciphertext: Buffer },
): Promise<void> {
  await prismaOn(pool).$executeRaw`
    INSERT INTO webhook_secret (id, name, hash, ciphertext)
    SELECT ${randomUUID()}::uuid,
      CASE WHEN EXISTS (SELECT FROM webhook_secret) THEN ${name} ELSE 'First secret' END,
      ${hash}, ${ciphertext}
    ON CONFLICT DO NOTHING`;
}

/** @returns whether there is a secret of this hash */
export async function updateCiphertext(
  pool: Pool,
  { hash, ciphertext }: { hash: Buffer; ciphertext: Buffer },
): Promise<boolean> {
  const { count } = await prismaOn(pool).webhookSecret.updateMany({
    where: { hash: new Uint8Array(hash) },
    data: { ciphertext: new Uint8Array(ciphertext) },
  });
  return count > 0;
}

export async function isRevoked(pool: Pool, hash: Buffer | null): Promise<boolean> {
  if (!hash) return false;
  const where = { hash: new Uint8Array(hash), revokedAt: { not: null } };
  return (await prismaOn(pool).webhookSecret.count({ where })) > 0;
}

/** When each secret last came, by its hash in hexadecimal; an earlier time changes nothing. */
export async function updateUses(client: Transaction, uses: [hash: string, at: Date][]) {
  await client.$executeRaw`
    UPDATE webhook_secret AS kept SET last_used_at = used.at
    FROM unnest(
      ${toList(uses.map(([hash]) => hash))}::text[],
      ${toList(uses.map(([, at]) => at))}::timestamptz[]) AS used (hash, at)
    WHERE kept.hash = decode(used.hash, 'hex')
      AND (kept.last_used_at IS NULL OR kept.last_used_at < used.at)`;
}

/** Enters what the table lacks, and revokes what it doesn't know to be revoked. */
export async function insertKnown(pool: Pool, { active, revoked }: SecretHashes): Promise<void> {
  await prismaOn(pool).$executeRaw`
    INSERT INTO webhook_secret (id, name, hash, ciphertext, revoked_at)
    SELECT gen_random_uuid(), 'Kept on this server ' || left(encode(hash, 'hex'), 12), hash, '',
           CASE WHEN is_revoked THEN now() END
    FROM unnest(
        ${toList([...active, ...revoked])}::bytea[],
        ${toList([...active.map(() => false), ...revoked.map(() => true)])}::boolean[])
      AS known (hash, is_revoked)
    ON CONFLICT (hash) DO UPDATE
      SET revoked_at = coalesce(webhook_secret.revoked_at, excluded.revoked_at)`;
}

export async function readHashes(pool: Pool): Promise<SecretHashes> {
  const rows = await prismaOn(pool).webhookSecret.findMany({
    select: { hash: true, revokedAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const pick = (isRevoked: boolean) =>
    rows
      .filter(({ revokedAt }) => (revokedAt !== null) === isRevoked)
      .map(({ hash }) => Buffer.from(hash));
  return { active: pick(false), revoked: pick(true) };
}

/** Of the rehearsal that is open. */
export async function readRehearsal(pool: Pool): Promise<Buffer[]> {
  const rows = await prismaOn(pool).rehearsal.findMany({
    where: { isOpen: true },
    select: { secretHash: true },
  });
  return rows.map(({ secretHash }) => Buffer.from(secretHash));
}

type NewSampleSecret = {
  name: string;
  hash: Buffer;
  ciphertext: Buffer;
  createdBy: string | null;
};

export async function insertSampleSecret(
  client: Transaction,
  { name, hash, ciphertext, createdBy }: NewSampleSecret,
): Promise<void> {
  await client.webhookSecret.create({
    data: {
      id: randomUUID(),
      name,
      hash: new Uint8Array(hash),
      ciphertext: new Uint8Array(ciphertext),
      createdBy,
      isSample: true,
    },
  });
}

export async function revokeSampleSecrets(client: Database): Promise<void> {
  await client.$executeRaw`
    UPDATE webhook_secret SET revoked_at = now() WHERE is_sample AND revoked_at IS NULL`;
}

/** All that there ever were, those whose events are there still, or those whose aren't. */
export async function readSampleSecrets(
  pool: Pool,
  which: "all" | "kept" | "removed",
): Promise<{ hash: Buffer; createdAt: Date }[]> {
  const rows = await prismaOn(pool).webhookSecret.findMany({
    where: { isSample: true, ...conditions[which] },
    select: { hash: true, createdAt: true },
  });
  return rows.map(({ hash, createdAt }) => ({ hash: Buffer.from(hash), createdAt }));
}

const conditions: Record<"all" | "kept" | "removed", Prisma.WebhookSecretWhereInput> = {
  all: {},
  kept: { samplesRemovedAt: null },
  removed: { samplesRemovedAt: { not: null } },
};

export async function updateSamplesRemoved(pool: Pool): Promise<void> {
  await prismaOn(pool).$executeRaw`
    UPDATE webhook_secret SET samples_removed_at = now()
    WHERE is_sample AND revoked_at IS NOT NULL AND samples_removed_at IS NULL`;
}
