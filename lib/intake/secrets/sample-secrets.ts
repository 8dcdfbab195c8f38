import "server-only";
import { randomBytes, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { intakePool } from "@/lib/platform/database/db";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { Secret } from "@/lib/platform/settings/secret";
import { Prisma } from "@/prisma/client/client";
import { hashSecret, nameHash } from "./check/secret-hashes";
import { sealSecret } from "./store";

/** A secret for made-up events, as deliveries name it, and since when there is one. */
export type SampleSecret = { mark: string; createdAt: Date };

/**
 * Makes a secret for made-up events; by it they are known afterwards. One works at a time. From its next
 * synchronization on it is honoured. @param createdBy null where a start made it
 */
export async function openSampleSecret(createdBy: string | null): Promise<Secret> {
  const secret = new Secret(randomBytes(32).toString("base64url"));
  const hash = hashSecret(secret.reveal());
  await inTransaction(
    intakePool(),
    async (client) => {
      await client.$executeRaw(revokeSql);
      await client.$executeRaw`
        INSERT INTO webhook_secret (id, name, hash, ciphertext, created_by, is_sample)
        VALUES (${randomUUID()}::uuid, ${`Sample data ${nameHash(hash)}`}, ${hash}, ${sealSecret(secret)}, ${createdBy}, true)`;
    },
    "READ COMMITTED",
  );
  return secret;
}

/** What is made up is refused from the next synchronization on. */
export async function closeSampleSecrets(): Promise<void> {
  await prismaOn(intakePool()).$executeRaw(revokeSql);
}

/** Of all that there ever were, of those whose events are there still, or of those whose aren't. */
export async function listSampleSecrets(
  which: "all" | "kept" | "removed",
  pool: Pool = intakePool(),
): Promise<SampleSecret[]> {
  const rows = await prismaOn(pool).$queryRaw<{ hash: Uint8Array; created_at: Date }[]>`
    SELECT hash, created_at FROM webhook_secret WHERE is_sample AND ${Prisma.raw(conditions[which])}`;
  return rows.map(({ hash, created_at }) => ({
    mark: nameHash(Buffer.from(hash)),
    createdAt: created_at,
  }));
}

const conditions = {
  all: "true",
  kept: "samples_removed_at IS NULL",
  removed: "samples_removed_at IS NOT NULL",
};

/** Nothing of those that work no more is there any longer. */
export async function noteSamplesRemoved(): Promise<void> {
  await prismaOn(intakePool()).$executeRaw`
    UPDATE webhook_secret SET samples_removed_at = now()
    WHERE is_sample AND revoked_at IS NOT NULL AND samples_removed_at IS NULL`;
}

const revokeSql = Prisma.sql`
  UPDATE webhook_secret SET revoked_at = now() WHERE is_sample AND revoked_at IS NULL`;
