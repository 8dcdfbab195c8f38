import "server-only";
import { toInstantSql } from "@/lib/list/list-sql";
import { newLease } from "@/lib/ops/lease-sql";
import { db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { findOutdated } from "./files";

/** A sound that this process alone may fetch, until a minute after its last sign of life. */
export type ClaimedSound = {
  recordingId: string;
  attachment: string;
  host: string;
  /** When the recording came with this address. */
  toldAt: Date;
  /** This one counted. */
  attempts: number;
};

const lease = newLease({
  table: "sound",
  holder: "claimed_by",
  until: "claimed_until",
  lasts: "1 minute",
});

/** Who counts what is claimed must not do so beside another one that claims. */
export async function lockClaims(client: Transaction): Promise<void> {
  await client.$executeRaw`
    INSERT INTO upkeep (task) VALUES ('claim-sound')
    ON CONFLICT (task) DO UPDATE SET fault = NULL`;
}

/** What a clock that was set back since has put far away is put where it can't be farther. */
export async function forgetLeaps(client: Transaction): Promise<void> {
  await lease.shorten(client, Prisma.sql`true`);
  await client.$executeRaw`UPDATE sound SET next_try_at = now() WHERE ${isTooFar}`;
}

/** No wait is that long. */
const isTooFar = Prisma.sql`next_try_at > now() + interval '2 days'`;

/** How many sounds of each host are with anybody. */
export async function countClaims(client: Transaction): Promise<Map<string, number>> {
  const busy = await client.$queryRaw<{ host: string; claims: number }[]>`
    SELECT host, count(*)::int AS claims FROM sound WHERE claimed_until > now() GROUP BY host`;
  return new Map(busy.map((row) => [row.host, row.claims]));
}

/** The host after another one, or the first of all for null: a step along the index. Undefined: there is none. */
export async function findHost(
  client: Transaction,
  after: string | null,
): Promise<string | undefined> {
  const comparison = after === null ? Prisma.sql`true` : Prisma.sql`host > ${after}`;
  const [next] = await client.$queryRaw<{ host: string }[]>`
    SELECT host FROM sound WHERE ${comparison} ORDER BY host LIMIT 1`;
  return next?.host;
}

/** The recordings whose sounds are due and free, the newest first; of each host so many at most. */
export async function listDueSounds(
  client: Transaction,
  hosts: readonly { host: string; most: number }[],
  most: number,
): Promise<string[]> {
  const due = hosts.map(
    ({ host, most: mostOfHost }) => Prisma.sql`(
      SELECT recording_id, next_try_at FROM sound WHERE host = ${host} AND next_try_at <= now()
        AND ${lease.isFree}
      ORDER BY host DESC, next_try_at DESC LIMIT ${mostOfHost})`,
  );
  const newest = await client.$queryRaw<{ recording_id: string }[]>`
    SELECT recording_id FROM (${Prisma.join(due, " UNION ALL ")}) AS due
    ORDER BY next_try_at DESC, recording_id LIMIT ${most}`;
  return newest.map(({ recording_id }) => recording_id);
}

/** Gives these to a claimant, as far as they are still due and free. */
export async function takeClaims(
  client: Transaction,
  claimant: string,
  ids: string[],
): Promise<ClaimedSound[]> {
  return client.$queryRaw<ClaimedSound[]>`
    UPDATE sound SET ${lease.taken(claimant)}, attempts = attempts + 1
    WHERE recording_id = ANY(${ids}::text[]) AND next_try_at <= now() AND ${lease.isFree}
    RETURNING recording_id AS "recordingId", attachment, host, told_at AS "toldAt", attempts`;
}

/** Keeps what is being fetched for another while. @throws {LostLease} */
export async function renewClaim(claimant: string, recordingId: string): Promise<void> {
  await lease.renew(db(), claimant, Prisma.sql`recording_id = ${recordingId}`);
}

/** Leaves what was not finished to whoever comes next, at once, as if it had not been tried. */
export async function releaseClaims(claimant: string): Promise<void> {
  const untried = Prisma.sql`, attempts = greatest(attempts - 1, 0)`;
  await lease.giveUp(db(), claimant, Prisma.sql`true`, untried);
}

/** Whether somebody has something to measure, or, where there is room, to fetch, now or at this moment. */
export async function isAnyDue(hasFreeQuota: boolean): Promise<boolean> {
  const [row] = await db().$queryRaw<{ is_due: boolean }[]>`
    SELECT EXISTS (SELECT FROM sound WHERE claimed_until > now())
      OR EXISTS (SELECT FROM sound_file WHERE measured_at IS NULL)
      OR EXISTS (${findOutdated()})
      OR (${hasFreeQuota} AND (EXISTS (SELECT FROM sound WHERE next_try_at <= now())
        OR EXISTS (SELECT FROM sound WHERE ${isTooFar}))) AS is_due`;
  return row?.is_due ?? false;
}

type FailedTry = {
  state: string;
  fault: string;
  now: Date;
  /** Null: there is no next one. */
  nextTryMs: number | null;
  isCounted: boolean;
};

/** Notes a failed try of a sound that is still this claimant's, and of the same address. */
export async function noteFailedTry(
  client: Transaction,
  claimant: string,
  { recordingId, attachment }: ClaimedSound,
  { state, fault, now, nextTryMs, isCounted }: FailedTry,
): Promise<void> {
  await client.$executeRaw`
    UPDATE sound SET since = CASE WHEN state = ${state}::sound_state THEN since ELSE ${now} END,
      state = ${state}::sound_state, fault = ${fault}, tried_at = ${now},
      next_try_at = now() + ${nextTryMs}::float8 * interval '1 millisecond', ${lease.givenUp},
      attempts = attempts - ${isCounted ? 0 : 1}
    WHERE recording_id = ${recordingId} AND attachment = ${attachment}
      AND ${lease.isHeldBy(claimant)}`;
}

/** Where a recording stands among all, by when it last changed. */
export type ChangedPlace = { micros: bigint; id: string };

/** Which recordings are looked at: named ones, or a slice behind a place. */
export type Looked = { ids: string[] } | { after: ChangedPlace; most: number };

export type LookedRow = ChangedPlace & {
  attachment: string;
  known: string | null;
  /** The marks that it ought to have, and those that it has; the version before wrote none. */
  mark: string;
  marked: string;
};

export function listLooked(looked: Looked): Promise<LookedRow[]> {
  const [where, order] =
    "ids" in looked
      ? [Prisma.sql`recording.id = ANY(${looked.ids}::text[])`, Prisma.empty]
      : [
          Prisma.sql`(recording.changed_at, recording.id) >
            (${toInstantSql(String(looked.after.micros))}, ${looked.after.id})`,
          Prisma.sql`ORDER BY recording.changed_at, recording.id LIMIT ${looked.most}`,
        ];
  return db().$queryRaw<LookedRow[]>`
    SELECT recording.id, (extract(epoch FROM recording.changed_at) * 1000000)::bigint AS micros,
      recording_attachment AS attachment,
      sound.attachment AS known, concat_ws(' ', 'audio:' || sound.state,
        CASE WHEN protection.recording_id IS NOT NULL THEN 'protected:true' END) AS mark,
      coalesce((SELECT string_agg(mark, ' ' ORDER BY mark) FROM call_mark
        WHERE call_mark.recording_id = recording.id
          AND (mark >= 'audio:' AND mark < 'audio;' OR mark = 'protected:true')), '') AS marked
    FROM recording LEFT JOIN sound ON sound.recording_id = recording.id
    LEFT JOIN sound_protection AS protection ON protection.recording_id = recording.id
    WHERE ${where} ${order}`;
}

type Wanted = { ids: string[]; attachments: string[]; hosts: string[] };

/**
 * Lets these wait, only where the recording still names what was read; a file that was kept of the same
 * address before is taken up again. @returns the state of each that was written
 */
export async function insertWaiting(
  client: Transaction,
  { ids, attachments, hosts }: Wanted,
): Promise<Map<string, string>> {
  const rows = await client.$queryRaw<{ recording_id: string; state: string }[]>`
    INSERT INTO sound AS known
      (recording_id, attachment, host, told_at, state, since, next_try_at, sha256)
    SELECT recording.id, wanted.attachment, wanted.host, recording.changed_at,
      CASE WHEN file.sha256 IS NULL THEN 'waiting' ELSE 'kept' END::sound_state, now(),
      CASE WHEN file.sha256 IS NULL THEN now() END, file.sha256
    FROM unnest(${ids}::text[], ${attachments}::text[], ${hosts}::text[])
      AS wanted(id, attachment, host)
    JOIN recording ON recording.id = wanted.id
      AND recording.recording_attachment = wanted.attachment
    LEFT JOIN (
      SELECT DISTINCT ON (recording_id, attachment) recording_id, attachment, sha256 FROM sound_file
      WHERE recording_id = ANY(${ids}::text[]) AND proof_fault IS NULL
      ORDER BY recording_id, attachment, kept_at DESC) AS file
      ON file.recording_id = wanted.id AND file.attachment = wanted.attachment
    ORDER BY recording.id
    ON CONFLICT (recording_id) DO UPDATE SET
      attachment = excluded.attachment, host = excluded.host, told_at = excluded.told_at,
      state = excluded.state, since = excluded.since, next_try_at = excluded.next_try_at,
      sha256 = excluded.sha256, attempts = 0, fault = NULL, tried_at = NULL,
      ${lease.givenUp}, source_checked_at = NULL, source_gone_at = NULL
    WHERE known.attachment <> excluded.attachment
    RETURNING recording_id, state::text`;
  return new Map(rows.map(({ recording_id, state }) => [recording_id, state]));
}

/** Deletes the rows of those recordings that name no address any more. */
export async function deleteWithoutAddress(client: Transaction, ids: string[]): Promise<void> {
  await client.$executeRaw`
    DELETE FROM sound USING recording WHERE recording.id = sound.recording_id
      AND recording.recording_attachment = '' AND recording.id = ANY(${ids}::text[])`;
}

/** The ids that audio is known of, from one on, and whether their recordings are no more. */
export function listOwners(
  afterId: string,
  most: number,
): Promise<{ id: string; is_gone: boolean }[]> {
  return db().$queryRaw`
    SELECT slice.id, NOT EXISTS (SELECT FROM recording WHERE recording.id = slice.id) AS is_gone
    FROM (
      (SELECT recording_id AS id FROM sound WHERE recording_id > ${afterId} ORDER BY 1 LIMIT ${most})
      UNION
      (SELECT recording_id FROM sound_file WHERE recording_id > ${afterId} ORDER BY 1 LIMIT ${most})
      UNION
      (SELECT recording_id FROM sound_protection WHERE recording_id > ${afterId}
       ORDER BY 1 LIMIT ${most})
      ORDER BY id LIMIT ${most}) AS slice
    ORDER BY slice.id`;
}

/** Deletes the files of those recordings that are no more. @returns what went */
export function deleteFilesOfGone(
  client: Transaction,
  ids: string[],
): Promise<{ sha256: Uint8Array; bytes: bigint }[]> {
  return client.$queryRaw`
    DELETE FROM sound_file AS known WHERE ${ofGone(ids)} RETURNING sha256, bytes`;
}

/** Deletes all else that is known of those recordings that are no more. */
export async function deleteRowsOfGone(client: Transaction, ids: string[]): Promise<void> {
  for (const table of ["sound", "sound_protection"]) {
    await client.$executeRaw`DELETE FROM ${Prisma.raw(table)} AS known WHERE ${ofGone(ids)}`;
  }
  await client.$executeRaw`
    DELETE FROM sound_removal AS known WHERE is_pending IS NULL AND ${ofGone(ids)}`;
}

function ofGone(ids: string[]): Prisma.Sql {
  return Prisma.sql`known.recording_id = ANY(${ids}::text[])
    AND NOT EXISTS (SELECT FROM recording WHERE recording.id = known.recording_id)`;
}
