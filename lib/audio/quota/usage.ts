import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { getKeptAudio } from "@/lib/settings/store";

/** What is kept, each file once, however many recordings have it. */
export type Usage = { files: number; bytes: number };

export const bytesOfGb = 1_000_000_000;

/**
 * Lets nobody else add, remove or protect a file until the transaction ends. For whoever does so, before
 * anything else.
 */
export async function lockUsage(client: Transaction): Promise<void> {
  await client.$executeRaw`
    INSERT INTO sound_usage (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET files = sound_usage.files`;
}

/** Adds files, or removes some where the figures are negative; see `lockUsage`. */
export async function addUsage(client: Transaction, { files, bytes }: Usage): Promise<void> {
  if (files === 0) return;
  await client.$executeRaw`
    UPDATE sound_usage SET files = files + ${files}::bigint, bytes = bytes + ${bytes}::bigint
    WHERE id = 1`;
}

/** Of these hashes, the files that no recording has; see `lockUsage`. */
export async function listUnclaimed(
  client: Transaction,
  files: readonly { sha256: Uint8Array; bytes: bigint }[],
): Promise<{ sha256: Uint8Array; bytes: bigint }[]> {
  const byHash = new Map(files.map((file) => [Buffer.from(file.sha256).toString("hex"), file]));
  const rows = await client.$queryRaw<{ sha256: Uint8Array }[]>`
    SELECT DISTINCT sha256 FROM sound_file
    WHERE sha256 = ANY(${files.map(({ sha256 }) => new Uint8Array(sha256))}::bytea[])`;
  for (const { sha256 } of rows) byHash.delete(Buffer.from(sha256).toString("hex"));
  return [...byHash.values()];
}

/** What is kept now, as its writers have added it up. */
export async function getUsage(): Promise<Usage> {
  const row = await db().soundUsage.findUnique({ where: { id: 1 } });
  return { files: Number(row?.files ?? 0), bytes: Math.max(0, Number(row?.bytes ?? 0)) };
}

/** How many bytes still fit in the quota: infinite without one, never below zero. */
export async function readRoom(): Promise<number> {
  const { quotaGb } = await getKeptAudio();
  if (quotaGb === null) return Number.POSITIVE_INFINITY;
  const { bytes } = await getUsage();
  return Math.max(0, quotaGb * bytesOfGb - bytes);
}

/**
 * Compares what was added up with a count of one moment, and mends it: the version before adds nothing
 * up. Waits for nobody. @returns by how many bytes it was wrong
 */
export async function countUsage(): Promise<number> {
  await db().$transaction(lockUsage);
  const [row] = await db().$queryRaw<{ files: bigint; bytes: bigint }[]>`
    SELECT count(*) - (SELECT files FROM sound_usage WHERE id = 1) AS files,
      coalesce(sum(bytes), 0)::bigint - (SELECT bytes FROM sound_usage WHERE id = 1) AS bytes
    FROM (SELECT sha256, max(bytes) AS bytes FROM sound_file GROUP BY sha256) AS file`;
  const { files = 0n, bytes = 0n } = row ?? {};
  await db().$executeRaw`
    UPDATE sound_usage SET files = files + ${files}, bytes = bytes + ${bytes}, counted_at = now()
    WHERE id = 1`;
  return Number(bytes);
}
