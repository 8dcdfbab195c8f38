import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { markSounds } from "../checks/mark-sounds";
import { isQuotaResting } from "../quota/quota-rest";
import { addUsage, listUnclaimed, lockUsage, readRoom } from "../quota/usage";
import type { SoundStore } from "../store/sound-store";
import type { FetchedSound, SoundFault } from "./fetch-sound";
import { findOutdated } from "./measure-kept";

/** A sound that this process alone may fetch, until `claimSeconds` after its last sign of life. */
export type ClaimedSound = {
  recordingId: string;
  attachment: string;
  host: string;
  /** When the recording came with this address. */
  toldAt: Date;
  /** This one counted. */
  attempts: number;
};

const claimSeconds = 60;
/** A sign of life in between is soon enough. */
export const renewEveryMs = 20_000;

/**
 * Takes up to `most` sounds that are due, the newest first, so that none waits behind a backlog; of
 * each host no more than `mostOfHost` are with anybody, whatever processes there are.
 */
export async function claimSounds(
  claimant: string,
  { most, mostOfHost, notFrom = [] }: { most: number; mostOfHost: number; notFrom?: string[] },
): Promise<ClaimedSound[]> {
  return db().$transaction(async (client) => {
    // Who counts what is claimed must not do so beside another one that claims.
    await client.$executeRaw`
      INSERT INTO upkeep (task) VALUES ('claim-sound')
      ON CONFLICT (task) DO UPDATE SET fault = NULL`;
    await forgetLeaps(client);
    const busy = await client.$queryRaw<{ host: string; claims: number }[]>`
      SELECT host, count(*)::int AS claims FROM sound WHERE claimed_until > now() GROUP BY host`;
    const claims = new Map(busy.map((row) => [row.host, row.claims]));
    const resting = new Set(notFrom);
    const due = (await listHosts(client)).flatMap((host) => {
      const free = resting.has(host) ? 0 : mostOfHost - (claims.get(host) ?? 0);
      return free > 0 ? [dueOf(host, Math.min(free, most))] : [];
    });
    if (due.length === 0) return [];
    const newest = await client.$queryRaw<{ recording_id: string }[]>`
      SELECT recording_id FROM (${Prisma.join(due, " UNION ALL ")}) AS due
      ORDER BY next_try_at DESC, recording_id LIMIT ${most}`;
    const ids = newest.map(({ recording_id }) => recording_id);
    const rows = await client.$queryRaw<ClaimedRow[]>`
      UPDATE sound SET claimed_by = ${claimant}::uuid, attempts = attempts + 1,
        claimed_until = now() + ${claimSeconds} * interval '1 second'
      WHERE recording_id = ANY(${ids}::text[])
        AND next_try_at <= now() AND (claimed_until IS NULL OR claimed_until <= now())
      RETURNING recording_id, attachment, host, told_at, attempts`;
    return rows.map(({ recording_id: recordingId, told_at: toldAt, ...row }) => ({
      recordingId,
      toldAt,
      ...row,
    }));
  });
}

/** What a clock that was set back since has put far away is put where it can't be farther. */
async function forgetLeaps(client: Transaction): Promise<void> {
  await client.$executeRaw`
    UPDATE sound SET claimed_until = now() + ${claimSeconds} * interval '1 second'
    WHERE claimed_until > now() + ${2 * claimSeconds} * interval '1 second'`;
  await client.$executeRaw`UPDATE sound SET next_try_at = now() WHERE ${isTooFar}`;
}

/** No wait is that long. */
const isTooFar = Prisma.sql`next_try_at > now() + interval '2 days'`;

type ClaimedRow = {
  recording_id: string;
  attachment: string;
  host: string;
  told_at: Date;
  attempts: number;
};

function dueOf(host: string, most: number): Prisma.Sql {
  return Prisma.sql`(
    SELECT recording_id, next_try_at FROM sound WHERE host = ${host} AND next_try_at <= now()
      AND (claimed_until IS NULL OR claimed_until <= now())
    ORDER BY host DESC, next_try_at DESC LIMIT ${most})`;
}

/** So many hosts are looked at by one claim: of more, each claim goes on where the last one ended. */
const mostHosts = 50;
let hostsAfter = "";

/** The hosts in their order, from where the last look ended, and all around; a step along the index each. */
async function listHosts(client: Transaction): Promise<string[]> {
  const hosts = new Set<string>();
  let after: string | null = hostsAfter;
  for (let isAround = false; hosts.size < mostHosts; ) {
    const comparison: Prisma.Sql = after === null ? Prisma.sql`true` : Prisma.sql`host > ${after}`;
    const [next]: { host: string }[] = await client.$queryRaw`
      SELECT host FROM sound WHERE ${comparison} ORDER BY host LIMIT 1`;
    if (next && hosts.has(next.host)) break;
    if (!next && isAround) break;
    isAround ||= !next;
    if (next) hosts.add(next.host);
    // Where it has no host, that is the empty text.
    after = next?.host ?? null;
  }
  hostsAfter = hosts.size < mostHosts ? "" : (after ?? "");
  return [...hosts];
}

/**
 * Whether somebody has something to fetch or to measure, now or at this moment. While the quota is
 * reached, or what comes did not fit in it, there is nothing to fetch.
 */
export async function isSoundDue(): Promise<boolean> {
  const hasRoom = (await readRoom()) > 0 && !(await isQuotaResting());
  const [row] = await db().$queryRaw<{ is_due: boolean }[]>`
    SELECT EXISTS (SELECT FROM sound WHERE claimed_until > now())
      OR EXISTS (SELECT FROM sound_file WHERE measured_at IS NULL)
      OR EXISTS (${findOutdated()})
      OR (${hasRoom} AND (EXISTS (SELECT FROM sound WHERE next_try_at <= now())
        OR EXISTS (SELECT FROM sound WHERE ${isTooFar}))) AS is_due`;
  return row?.is_due ?? false;
}

/** Keeps what is being fetched for another while. @returns those that are still ours */
export async function renewClaims(claimant: string, ids: string[]): Promise<Set<string>> {
  const rows = await db().$queryRaw<{ recording_id: string }[]>`
    UPDATE sound SET claimed_until = now() + ${claimSeconds} * interval '1 second'
    WHERE recording_id = ANY(${ids}::text[]) AND claimed_by = ${claimant}::uuid
    RETURNING recording_id`;
  return new Set(rows.map(({ recording_id }) => recording_id));
}

/** Leaves what was not finished to whoever comes next, at once, as if it had not been tried. */
export async function releaseClaims(claimant: string): Promise<void> {
  await db().$executeRaw`
    UPDATE sound SET claimed_by = NULL, claimed_until = NULL, attempts = greatest(attempts - 1, 0)
    WHERE claimed_by = ${claimant}::uuid`;
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
  const isThere = await db().$transaction(async (client) => {
    await lockUsage(client);
    // Whoever takes unclaimed files from the store may have been first; from here on, nobody does.
    const there = await store.open(hash);
    if (!there) return false;
    await there.close();
    // Retention goes by the database's clock.
    const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
    const now = clock?.now ?? new Date();
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
        ...{ state: "kept", since: now, sha256: hash, fault: null, triedAt: now, ...atRest },
        ...{ sourceCheckedAt: null, sourceGoneAt: null },
      },
    });
    await markSounds(client, [recordingId]);
    return true;
  });
  if (!isThere) await settleFault(claimant, sound, "unreachable");
}

/** Notes why a try failed, and when the next one is. */
export async function settleFault(
  claimant: string,
  sound: ClaimedSound,
  fault: SoundFault,
): Promise<void> {
  const { recordingId, attachment, attempts, toldAt } = sound;
  const now = new Date();
  const { state, nextTryMs } = judgeFault(fault, attempts, now.getTime() - toldAt.getTime());
  await db().$transaction(async (client) => {
    await client.$executeRaw`
      UPDATE sound SET since = CASE WHEN state = ${state}::sound_state THEN since ELSE ${now} END,
        state = ${state}::sound_state, fault = ${fault}, tried_at = ${now},
        next_try_at = now() + ${nextTryMs}::float8 * interval '1 millisecond', claimed_by = NULL, claimed_until = NULL,
        attempts = attempts - ${fault === "disk-full" || fault === "quota-full" ? 1 : 0}
      WHERE recording_id = ${recordingId} AND attachment = ${attachment}
        AND claimed_by = ${claimant}::uuid`;
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
  const isEarly = attempts <= leastTries || ageMs + waitMs < patienceMs[fault];
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
  ...[5 * second, 15 * second, 30 * second, minute, 2 * minute, 5 * minute],
  ...[15 * minute, 30 * minute, hour, 3 * hour, 6 * hour, 12 * hour],
];

/** So long after the recording came with its address it is tried again. */
const patienceMs: Record<SoundFault, number> = {
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
