import "server-only";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { transact } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import type { AttachmentFault } from "../source/fetch-attachment";
import {
  type ClaimedSound,
  countClaims,
  findHost,
  forgetLeaps,
  isAnyDue,
  listDueSounds,
  lockClaims,
  noteFailedTry,
  takeClaims,
} from "../sql/claims";
import { addUsage, lockUsage } from "../sql/custody";
import { listUnclaimed } from "../sql/files";
import type { SoundStore } from "../store/sound-store";
import { markSounds } from "./get-sound";
import { isQuotaResting, readFreeQuotaBytes } from "./limits";

/** Why a file was not kept; `disk-full` is of our own disk, `quota-full` of what may be kept. */
export type SoundFault = AttachmentFault | "empty" | "disk-full" | "quota-full";

export type FetchedSound = { sha256: Buffer; bytes: number; type: string };

/**
 * Takes up to `most` sounds that are due, the newest first, so that none waits behind a backlog; of
 * each host no more than `mostOfHost` are with anybody, whatever processes there are.
 */
export async function claimSounds(
  claimant: string,
  { most, mostOfHost, notFrom = [] }: { most: number; mostOfHost: number; notFrom?: string[] },
): Promise<ClaimedSound[]> {
  return transact(async (client) => {
    await lockClaims(client);
    await forgetLeaps(client);
    const claims = await countClaims(client);
    const resting = new Set(notFrom);
    const due = (await listHosts(client)).flatMap((host) => {
      const free = resting.has(host) ? 0 : mostOfHost - (claims.get(host) ?? 0);
      return free > 0 ? [{ host, most: Math.min(free, most) }] : [];
    });
    if (due.length === 0) return [];
    return takeClaims(client, claimant, await listDueSounds(client, due, most));
  });
}

/** So many hosts are looked at by one claim: of more, each claim goes on where the last one ended. */
const mostHosts = 50;
let hostsAfter = "";

/** The hosts in their order, from where the last look ended, and all around; a step along the index each. */
async function listHosts(client: Transaction): Promise<string[]> {
  const hosts = new Set<string>();
  let after: string | null = hostsAfter;
  for (let isAround = false; hosts.size < mostHosts; ) {
    const next: string | undefined = await findHost(client, after);
    if (next !== undefined && hosts.has(next)) break;
    if (next === undefined && isAround) break;
    isAround ||= next === undefined;
    if (next !== undefined) hosts.add(next);
    // Where it has no host, that is the empty text.
    after = next ?? null;
  }
  hostsAfter = hosts.size < mostHosts ? "" : (after ?? "");
  return [...hosts];
}

/**
 * Whether somebody has something to fetch or to measure, now or at this moment. While the quota is
 * reached, or what comes did not fit in it, there is nothing to fetch.
 */
export async function isSoundDue(): Promise<boolean> {
  const hasFreeQuota = (await readFreeQuotaBytes()) > 0 && !(await isQuotaResting());
  return isAnyDue(hasFreeQuota);
}

/**
 * Notes the file that was kept, which is in the store already. Where the recording has named another
 * address meanwhile, it becomes one of its former files. A file that was removed from the store before
 * it could be claimed counts as a failed try.
 */
export async function settleKept(
  claimant: string,
  sound: ClaimedSound,
  { sha256, bytes, type }: FetchedSound,
  store: Pick<SoundStore, "open">,
): Promise<void> {
  const { recordingId, attachment } = sound;
  const hash = new Uint8Array(sha256);
  const isThere = await transact(async (client) => {
    await lockUsage(client);
    // Whoever takes unclaimed files from the store may have been first; from here on, nobody does.
    const there = await store.open(hash);
    if (!there) return false;
    await there.close();
    // Retention goes by the database's clock.
    const now = await readDatabaseNow(client);
    const file = { attachment, keptAt: now, bytes: BigInt(bytes), type, provedAt: now };
    const [isNew] = await listUnclaimed(client, [{ sha256: hash, bytes: file.bytes }]);
    if (isNew) await addUsage(client, { files: 1, bytes });
    await client.soundFile.upsert({
      where: { recordingId_sha256: { recordingId, sha256: hash } },
      create: { recordingId, sha256: hash, ...file },
      update: { attachment, provedAt: now, proofFault: null },
    });
    // What could not be measured because it was missing is here again.
    await client.soundFile.updateMany({
      where: { recordingId, sha256: hash, durationMs: null },
      data: { measuredAt: null, measureTries: 0 },
    });
    await client.sound.updateMany({
      where: { recordingId, attachment, claimedBy: claimant },
      data: {
        state: "kept",
        since: now,
        sha256: hash,
        fault: null,
        triedAt: now,
        ...atRest,
        sourceCheckedAt: null,
        sourceGoneAt: null,
      },
    });
    await markSounds(client, [recordingId]);
    return true;
  }, "1min");
  if (!isThere) await settleFault(claimant, sound, "unreachable");
}

/** Notes why a try failed, and when the next one is. */
export async function settleFault(
  claimant: string,
  sound: ClaimedSound,
  fault: SoundFault,
): Promise<void> {
  const { recordingId, attempts, toldAt } = sound;
  const now = new Date();
  const { state, nextTryMs } = judgeFault(fault, attempts, now.getTime() - toldAt.getTime());
  await transact(async (client) => {
    const isCounted = fault !== "disk-full" && fault !== "quota-full";
    await noteFailedTry(client, claimant, sound, { state, fault, now, nextTryMs, isCounted });
    await markSounds(client, [recordingId]);
  });
}

const atRest = { nextTryAt: null, claimedBy: null, claimedUntil: null };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** What a failed try makes of a sound, and when the next one is; null: none, unless somebody asks. */
export function judgeFault(
  fault: SoundFault,
  attempts: number,
  ageMs: number,
): {
  state: "waiting" | "not_ready" | "refused" | "gone" | "too_large" | "not_audio";
  nextTryMs: number | null;
} {
  const waitMs = waitsMs[Math.min(attempts, waitsMs.length) - 1] ?? day;
  const isEarly = attempts <= leastTries || ageMs + waitMs < retryTimeoutMs[fault];
  const again = isEarly ? waitMs : null;
  switch (fault) {
    case "too-large":
      return { state: "too_large", nextTryMs: null };
    case "wrong-type":
      return { state: "not_audio", nextTryMs: null };
    case "address-forbidden":
      return { state: "refused", nextTryMs: null };
    case "refused":
      return { state: "refused", nextTryMs: again };
    case "not-found":
    case "empty":
      return again === null
        ? { state: "gone", nextTryMs: null }
        : { state: "not_ready", nextTryMs: again };
    case "unreachable":
    case "timeout":
      return again === null
        ? { state: "gone", nextTryMs: null }
        : { state: "waiting", nextTryMs: again };
    case "not-connected":
      return { state: "waiting", nextTryMs: Math.min(waitMs, 10 * minute) };
    case "disk-full":
      return { state: "waiting", nextTryMs: minute };
    // All of them rest until there may be room; see `noteQuotaFull`.
    case "quota-full":
      return { state: "waiting", nextTryMs: second };
  }
}

/** However old the recording is: what fails once may be the network's fault. */
const leastTries = 3;

/** After the first try, the second, and so on; after all of these, each day. */
const waitsMs = [
  5 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
];

/** So long after the recording came with its address it is tried again. */
const retryTimeoutMs: Record<SoundFault, number> = {
  "not-found": day,
  empty: day,
  refused: 7 * day,
  unreachable: 14 * day,
  timeout: 14 * day,
  "too-large": 0,
  "wrong-type": 0,
  "address-forbidden": 0,
  "not-connected": Number.POSITIVE_INFINITY,
  "disk-full": Number.POSITIVE_INFINITY,
  "quota-full": Number.POSITIVE_INFINITY,
};

export type HostRests = { note: (host: string, isDown: boolean) => void; list: () => string[] };

const fewestFailures = 4;
const mostFailingHosts = 1_000;
const longestRestMs = 5 * 60_000;

/** Hosts that failed several times in a row, which are then left alone for a while, and longer each time. */
export function newHostRests(): HostRests {
  const failing = new Map<string, { failures: number; untilMs: number }>();
  return {
    note: (host, isHostDown) => {
      if (!isHostDown) return void failing.delete(host);
      const failures = (failing.get(host)?.failures ?? 0) + 1;
      const restMs = failures < fewestFailures ? 0 : 1_000 * 2 ** (failures - fewestFailures);
      const [oldest] = failing.keys();
      if (oldest !== undefined && failing.size >= mostFailingHosts) failing.delete(oldest);
      failing.set(host, { failures, untilMs: performance.now() + Math.min(restMs, longestRestMs) });
    },
    list: () => {
      const now = performance.now();
      return [...failing].flatMap(([host, { untilMs }]) => (untilMs > now ? [host] : []));
    },
  };
}
