import "server-only";
import { db } from "@/lib/platform/database/db";
import { type Database, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { measurements } from "../measure/measure-sound";

/** The file that was kept from the address that a recording has now, in one trip. */
export async function findCurrentFile(
  recordingId: string,
): Promise<{ sha256: Uint8Array<ArrayBuffer>; type: string } | undefined> {
  const [file] = await db().$queryRaw<{ sha256: Uint8Array<ArrayBuffer>; type: string }[]>`
    SELECT file.sha256, file.type FROM recording
    JOIN sound ON sound.recording_id = recording.id
      AND sound.attachment = recording.recording_attachment
    JOIN sound_file AS file ON file.recording_id = sound.recording_id AND file.sha256 = sound.sha256
    WHERE recording.id = ${recordingId}`;
  return file;
}

/** The states of these sounds, whose rows stay as they are until the transaction ends. */
export async function lockStates(client: Transaction, ids: string[]): Promise<Map<string, string>> {
  const rows = await client.$queryRaw<{ recording_id: string; state: string }[]>`
    SELECT recording_id, state::text FROM sound WHERE recording_id = ANY(${ids}::text[])
    ORDER BY recording_id FOR UPDATE`;
  return new Map(rows.map(({ recording_id, state }) => [recording_id, state]));
}

/** Other recordings that have a file of the same bytes as these, at most so many. */
export async function listSharing(ids: readonly string[], most: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ recording_id: string }[]>`
    SELECT DISTINCT other.recording_id
    FROM sound_file AS own JOIN sound_file AS other ON other.sha256 = own.sha256
    WHERE own.recording_id = ANY(${toList([...ids])}::text[])
      AND other.recording_id <> ALL(${toList([...ids])}::text[])
    LIMIT ${most}`;
  return rows.map(({ recording_id }) => recording_id);
}

/** What is known of a call, and of the file that is kept of it; null is not known. */
export type CheckedCall = {
  minutesUsed: number | null;
  status: string;
  isPhoneNumberCorrect: boolean | null;
  durationMs: number | null;
  /** Of each channel, how much of it is audible: thousandths. */
  audible: readonly number[] | null;
  /** How many other calls have a file of the same bytes. */
  sameElsewhere: number;
  /** Null: its source has the file, or never said otherwise. */
  sourceGoneAt: Date | null;
};

export type CheckedRow = CheckedCall & {
  id: string;
  sha256: Uint8Array<ArrayBuffer>;
  channels: number | null;
  hasPeaks: boolean;
};

/** Those of these calls whose kept file is measured, with what it is checked by. */
export function listChecked(ids: readonly string[]): Promise<CheckedRow[]> {
  return db().$queryRaw<CheckedRow[]>`
    SELECT recording.id, minutes_used AS "minutesUsed", status,
      customer_is_phone_number_correct AS "isPhoneNumberCorrect", file.sha256,
      duration_ms AS "durationMs", channels, audible, peaks IS NOT NULL AS "hasPeaks",
      source_gone_at AS "sourceGoneAt",
      (SELECT count(DISTINCT other.recording_id)::int FROM sound_file AS other
       WHERE other.sha256 = file.sha256 AND other.recording_id <> recording.id) AS "sameElsewhere"
    FROM recording
    JOIN sound ON sound.recording_id = recording.id AND sound.state = 'kept'
    JOIN sound_file AS file
      ON file.recording_id = recording.id AND file.sha256 = sound.sha256
    WHERE recording.id = ANY(${toList([...ids])}::text[]) AND measured_at IS NOT NULL`;
}

/**
 * One file that a former measurement has measured and that can be read, as a query of its key. In the order of
 * the index, or PostgreSQL would expect many and read the whole table where there is none.
 */
export function findOutdated(): Prisma.Sql {
  const each = Object.entries(measurements).flatMap(([type, measurement]) =>
    [Prisma.sql`IS NULL`, Prisma.sql`< ${measurement}::smallint`].map(
      (isFormer) => Prisma.sql`(
        SELECT recording_id, sha256 FROM sound_file
        WHERE type = ${type} AND measured_by ${isFormer}
          AND measured_at IS NOT NULL AND proof_fault IS NULL
        ORDER BY type, measured_by LIMIT 1)`,
    ),
  );
  return Prisma.sql`
    SELECT recording_id, sha256 FROM (${Prisma.join(each, " UNION ALL ")}) AS outdated LIMIT 1`;
}

export async function isAnyOutdated(): Promise<boolean> {
  return (await db().$queryRaw<unknown[]>(findOutdated())).length > 0;
}

/** A file whose measuring has begun, and how often it has. */
export type Taken = {
  recordingId: string;
  sha256: Uint8Array<ArrayBuffer>;
  type: string;
  tries: number;
  isAnew: boolean;
};

/** The newest file that nobody has measured, and whose measuring has begun before or not. Null: there is none. */
export async function takeUnmeasured(isTried: boolean): Promise<Taken | null> {
  const tries = isTried ? Prisma.sql`> 0` : Prisma.sql`= 0`;
  const [taken] = await db().$queryRaw<Taken[]>`
    UPDATE sound_file AS file SET measure_tries = file.measure_tries + 1
    FROM (SELECT recording_id, sha256 FROM sound_file WHERE measured_at IS NULL
            AND measure_tries ${tries} ORDER BY kept_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
    WHERE file.recording_id = next.recording_id AND file.sha256 = next.sha256
    RETURNING file.recording_id AS "recordingId", file.sha256, type, measure_tries AS tries,
      false AS "isAnew"`;
  return taken ?? null;
}

export async function takeOutdated(): Promise<Taken | null> {
  const [taken] = await db().$queryRaw<Taken[]>`
    UPDATE sound_file AS file SET anew_tries = file.anew_tries + 1
    FROM (${findOutdated()}) AS next
    WHERE file.recording_id = next.recording_id AND file.sha256 = next.sha256
    RETURNING file.recording_id AS "recordingId", file.sha256, type, anew_tries::int AS tries,
      true AS "isAnew"`;
  return taken ?? null;
}

/** Which of these hashes a recording has a file of. */
export async function listClaimed(
  hashes: readonly Uint8Array[],
  client: Database = db(),
): Promise<Buffer[]> {
  const rows = await client.$queryRaw<{ sha256: Uint8Array }[]>`
    SELECT DISTINCT sha256 FROM sound_file
    WHERE sha256 = ANY(${hashes.map((hash) => new Uint8Array(hash))}::bytea[])`;
  return rows.map(({ sha256 }) => Buffer.from(sha256));
}

type SizedFile = { sha256: Uint8Array; bytes: bigint };

/** Of these hashes, the files that no recording has; see `lockUsage`. */
export async function listUnclaimed(
  client: Transaction,
  files: readonly SizedFile[],
): Promise<SizedFile[]> {
  const byHash = new Map(files.map((file) => [Buffer.from(file.sha256).toString("hex"), file]));
  const claimed = await listClaimed(
    files.map(({ sha256 }) => sha256),
    client,
  );
  for (const hash of claimed) byHash.delete(hash.toString("hex"));
  return [...byHash.values()];
}

/** The hashes of kept files behind one, in their order, at most so many. */
export async function listHashes(
  after: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const rows = await db().$queryRaw<{ sha256: Uint8Array<ArrayBuffer> }[]>`
    SELECT DISTINCT sha256 FROM sound_file WHERE sha256 > ${after} ORDER BY 1 LIMIT ${most}`;
  return rows.map(({ sha256 }) => sha256);
}

export type ListedCall = {
  id: string;
  createdAt: Date;
  campaign: string | null;
  customerFirstName: string;
  customerLastName: string;
  /** Null: nothing is kept, for this reason. */
  sha256: Uint8Array | null;
  bytes: bigint | null;
  type: string | null;
  reason: string;
};

/** The calls that fit a condition, those with a kept file, and its bytes; of `most` calls at most. */
export async function countCalls(
  where: Prisma.Sql,
  most: number,
): Promise<{ calls: number; files: number; bytes: number }> {
  const [row] = await db().$queryRaw<{ calls: number; files: number; bytes: number }[]>`
    SELECT count(*)::int AS calls, count(file.sha256)::int AS files,
      coalesce(sum(file.bytes), 0)::float8 AS bytes
    FROM (SELECT id FROM recording WHERE ${where} LIMIT ${most}) AS call
    LEFT JOIN sound ON sound.recording_id = call.id
    LEFT JOIN sound_file AS file ON file.recording_id = call.id AND file.sha256 = sound.sha256`;
  return row ?? { calls: 0, files: 0, bytes: 0 };
}

/** Where the next calls begin: with its microseconds. */
export type CallPlace = { instant: string; id: string };

/** The next calls that fit a condition, the newest first. */
export async function listCalls(
  where: Prisma.Sql,
  after: CallPlace | undefined,
  most: number,
): Promise<{ calls: ListedCall[]; last: CallPlace | undefined }> {
  const beyond = after
    ? Prisma.sql`(created_at, id) < (${after.instant}::timestamptz, ${after.id})`
    : Prisma.sql`true`;
  const rows = await db().$queryRaw<CallRow[]>`
    SELECT call.*, file.sha256, file.bytes, file.type, sound.state, sound.fault
    FROM (SELECT id, created_at AS "createdAt", created_at::text AS instant, campaign,
        customer_first_name AS "customerFirstName", customer_last_name AS "customerLastName",
        recording_attachment AS attachment
      FROM recording WHERE ${where} AND ${beyond}
      ORDER BY created_at DESC, id DESC LIMIT ${most}) AS call
    LEFT JOIN sound ON sound.recording_id = call.id
    LEFT JOIN sound_file AS file ON file.recording_id = call.id AND file.sha256 = sound.sha256
    ORDER BY call."createdAt" DESC, call.id DESC`;
  return { calls: rows.map(toCall), last: rows.at(-1) };
}

type CallRow = Omit<ListedCall, "reason"> &
  CallPlace & { attachment: string; state: string | null; fault: string | null };

function toCall({ attachment, state, fault, ...call }: CallRow): ListedCall {
  if (!attachment) return { ...call, reason: "the call names no audio" };
  if (!state) return { ...call, reason: "waiting: nobody has looked for it yet" };
  return { ...call, reason: fault ? `${state}: ${fault}` : state };
}
