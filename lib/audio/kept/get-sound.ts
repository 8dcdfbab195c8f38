import "server-only";
import { z } from "zod";
import { isStorable } from "@/lib/list/list-page";
import { log } from "@/lib/ops/log";
import { db, transact } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";
import { setMarks } from "@/lib/recordings/sql/marks";
import type { SoundFile, SoundRemoval } from "@/prisma/client/client";
import { findCurrentFile, lockStates } from "../sql/files";
import type { Proof } from "../store/sound-store";
import { getChecks } from "./check-sound";
import { readFreeQuotaBytes } from "./limits";
import type { PeaksView, ProtectionView, RemovalView, SoundFileView, SoundView } from "./views";

/** There is sound to fetch. */
export const soundWanted = newTopic("sound-wanted", z.literal(true));

export type KeptFile = { recordingId: string; sha256: Uint8Array; type: string };

/**
 * The file to be played: a former one by its hash in hexadecimal, or for null the one that was kept from
 * the address that the recording has now. Null: none is kept.
 */
export async function findKept(
  recordingId: string,
  version: string | null,
): Promise<KeptFile | null> {
  if (!isStorable(recordingId)) return null;
  if (version !== null) {
    if (!/^[0-9a-f]{64}$/.test(version)) return null;
    return findFile(recordingId, new Uint8Array(Buffer.from(version, "hex")));
  }
  // One trip: a listener who seeks waits for it each time.
  const file = await findCurrentFile(recordingId);
  return file ? { recordingId, ...file } : null;
}

/** Null: the recording has no address, or nobody has looked at it yet. */
export async function getSound(recordingId: string): Promise<SoundView | null> {
  if (!isStorable(recordingId)) return null;
  // One after the other: whatever file the row names is there by then.
  const sound = await db().sound.findUnique({ where: { recordingId } });
  if (!sound) return null;
  const files = await db().soundFile.findMany({
    where: { recordingId },
    omit: { peaks: true },
    orderBy: { keptAt: "desc" },
    take: mostFiles,
  });
  const removal =
    sound.state === "removed"
      ? await db().soundRemoval.findFirst({
          where: { recordingId },
          orderBy: { removedAt: "desc" },
        })
      : null;
  const isHeldUp = sound.nextTryAt !== null && (await readFreeQuotaBytes()) <= 0;
  const current = sound.sha256 && Buffer.from(sound.sha256);
  const isCurrent = (file: { sha256: Uint8Array }) => current?.equals(file.sha256) ?? false;
  const kept = files.find(isCurrent);
  return {
    state: sound.state,
    since: sound.since.toISOString(),
    fault: isHeldUp ? "quota-full" : sound.fault,
    attempts: sound.attempts,
    triedAt: sound.triedAt?.toISOString() ?? null,
    nextTryAt: sound.nextTryAt?.toISOString() ?? null,
    isBusy: (sound.claimedUntil?.getTime() ?? 0) > Date.now(),
    kept: kept ? toFileView(kept) : null,
    protection: await getProtection(recordingId),
    removal: removal && toRemovalView(removal),
    sourceCheckedAt: sound.sourceCheckedAt?.toISOString() ?? null,
    sourceGoneAt: sound.sourceGoneAt?.toISOString() ?? null,
    checks: kept?.measuredAt ? await getChecks(recordingId) : [],
    former: files.filter((file) => !isCurrent(file)).map(toFileView),
  };
}

/** The waveform of what is kept from an address; null: nothing is, or no decoder could read it. */
export async function getPeaks(recordingId: string, attachment: string): Promise<PeaksView | null> {
  const sound = await db().sound.findUnique({
    where: { recordingId, attachment },
    select: { sha256: true },
  });
  if (!sound?.sha256) return null;
  const file = await db().soundFile.findUnique({
    where: { recordingId_sha256: { recordingId, sha256: sound.sha256 } },
    select: { durationMs: true, channels: true, peaks: true },
  });
  if (!file?.durationMs || !file.channels || !file.peaks) return null;
  const { durationMs, channels } = file;
  return { durationMs, channels, peaks: Buffer.from(file.peaks).toString("base64") };
}

/** Fetches it anew as soon as it can be, unless it is kept. @returns false: there is nothing to fetch */
export async function retrySound(recordingId: string): Promise<boolean> {
  const { count } = await db().sound.updateMany({
    where: { recordingId, state: { not: "kept" } },
    data: { nextTryAt: new Date(), attempts: 0 },
  });
  if (count > 0) soundWanted.publish(true);
  return count > 0;
}

/**
 * Notes what reading a kept file has shown. One that is missing, or not what it was, is fetched anew as
 * far as it can be. Idempotent.
 */
export async function recordProof(
  { recordingId, sha256 }: Pick<KeptFile, "recordingId" | "sha256">,
  proof: Proof,
): Promise<void> {
  const hash = new Uint8Array(sha256);
  const isProved = proof === "proved";
  const now = new Date();
  await db().soundFile.updateMany({
    where: { recordingId, sha256: hash },
    data: { proofFault: isProved ? null : proof, ...(isProved && { provedAt: now }) },
  });
  if (isProved) return;
  log().warn(
    { recordingId, sha256: Buffer.from(hash).toString("hex"), proof },
    "kept audio no longer matches its hash",
  );
  const count = await transact(async (client) => {
    const changed = await client.sound.updateMany({
      where: { recordingId, sha256: hash, state: "kept" },
      data: { state: "waiting", since: now, sha256: null, nextTryAt: now, attempts: 0 },
    });
    if (changed.count > 0) await markSounds(client, [recordingId]);
    return changed.count;
  });
  if (count > 0) soundWanted.publish(true);
}

/**
 * Makes the marks of these recordings what their rows in `sound` and their protection say; the rows stay
 * as they are until the transaction ends. For whoever changes them, in the same transaction. Idempotent.
 */
export async function markSounds(client: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const sorted = [...new Set(ids)].sort();
  const states = await lockStates(client, sorted);
  const kept = await client.soundProtection.findMany({
    where: { recordingId: { in: sorted } },
    select: { recordingId: true },
  });
  const isProtected = new Set(kept.map(({ recordingId }) => recordingId));
  await setMarks(
    client,
    "protected",
    sorted.map((recordingId) => ({
      recordingId,
      values: isProtected.has(recordingId) ? ["true"] : [],
    })),
  );
  await setMarks(
    client,
    "audio",
    sorted.map((recordingId) => {
      const state = states.get(recordingId);
      return { recordingId, values: state === undefined ? [] : [state] };
    }),
  );
}

async function getProtection(recordingId: string): Promise<ProtectionView | null> {
  const row = await db().soundProtection.findUnique({ where: { recordingId } });
  if (!row) return null;
  const user = await db().user.findUnique({ where: { id: row.protectedBy } });
  return { byName: user?.name ?? "", at: row.protectedAt.toISOString() };
}

const mostFiles = 20;

async function findFile(
  recordingId: string,
  sha256: Uint8Array<ArrayBuffer>,
): Promise<KeptFile | null> {
  const file = await db().soundFile.findUnique({
    where: { recordingId_sha256: { recordingId, sha256 } },
    select: { type: true },
  });
  return file && { recordingId, sha256, type: file.type };
}

function toRemovalView(removal: SoundRemoval): RemovalView {
  return {
    removedAt: removal.removedAt.toISOString(),
    keptAt: removal.keptAt.toISOString(),
    keepDays: removal.keepDays,
    bytes: Number(removal.bytes),
    sha256: Buffer.from(removal.sha256).toString("hex"),
  };
}

function toFileView(file: Omit<SoundFile, "peaks">): SoundFileView {
  return {
    sha256: Buffer.from(file.sha256).toString("hex"),
    bytes: Number(file.bytes),
    type: file.type,
    keptAt: file.keptAt.toISOString(),
    isMeasured: file.measuredAt !== null,
    durationMs: file.durationMs,
    channels: file.channels,
    provedAt: file.provedAt.toISOString(),
    proofFault:
      file.proofFault === "missing" || file.proofFault === "changed" ? file.proofFault : null,
  };
}
