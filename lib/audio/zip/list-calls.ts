import "server-only";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { buildWhere } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";

export type ListedCall = {
  id: string;
  createdAt: Date;
  campaign: string | null;
  customerFirstName: string;
  customerLastName: string;
  /** Null: nothing is kept, for this reason. */
  sha256: Buffer | null;
  bytes: bigint | null;
  type: string | null;
  reason: string;
};

/** The calls, those with a kept file, and its bytes; `isMore`: of as many calls as are counted. */
export async function countCalls(
  filter: RecordingFilter,
  timeZone: string,
  most: number = budgets.audioZip.counted,
): Promise<{ calls: number; files: number; bytes: number; isMore: boolean }> {
  const [row] = await db().$queryRaw<{ calls: bigint; files: bigint; bytes: bigint }[]>`
    SELECT count(*) AS calls, count(file.sha256) AS files,
      coalesce(sum(file.bytes), 0)::bigint AS bytes
    FROM (SELECT id FROM recording WHERE ${buildWhere(filter, { timeZone })}
      LIMIT ${most + 1}) AS call
    LEFT JOIN sound ON sound.recording_id = call.id
    LEFT JOIN sound_file AS file ON file.recording_id = call.id AND file.sha256 = sound.sha256`;
  const calls = Number(row?.calls ?? 0);
  return {
    calls,
    isMore: calls > most,
    files: Number(row?.files ?? 0),
    bytes: Number(row?.bytes ?? 0),
  };
}

/**
 * The newest first, some at a time, so that nothing is held open however slowly they are read.
 * @throws when `signal` aborts
 */
export async function* listCalls(
  filter: RecordingFilter,
  timeZone: string,
  signal: AbortSignal,
): AsyncGenerator<ListedCall> {
  const where = buildWhere(filter, { timeZone });
  let after = Prisma.sql`true`;
  for (;;) {
    signal.throwIfAborted();
    const rows = await db().$queryRaw<Row[]>`
      SELECT call.*, file.sha256, file.bytes, file.type, sound.state, sound.fault
      FROM (SELECT id, created_at, created_at::text AS instant, campaign, customer_first_name,
          customer_last_name, recording_attachment
        FROM recording WHERE ${where} AND ${after}
        ORDER BY created_at DESC, id DESC LIMIT ${callsAtOnce}) AS call
      LEFT JOIN sound ON sound.recording_id = call.id
      LEFT JOIN sound_file AS file ON file.recording_id = call.id AND file.sha256 = sound.sha256
      ORDER BY call.created_at DESC, call.id DESC`;
    yield* rows.map(toCall);
    const last = rows.at(-1);
    if (!last || rows.length < callsAtOnce) return;
    after = Prisma.sql`(created_at, id) < (${last.instant}::timestamptz, ${last.id})`;
  }
}

const callsAtOnce = 1_000;

type Row = {
  id: string;
  created_at: Date;
  /** With its microseconds. */
  instant: string;
  campaign: string | null;
  customer_first_name: string;
  customer_last_name: string;
  recording_attachment: string;
  sha256: Uint8Array | null;
  bytes: bigint | null;
  type: string | null;
  state: string | null;
  fault: string | null;
};

function toCall(row: Row): ListedCall {
  return {
    id: row.id,
    createdAt: row.created_at,
    campaign: row.campaign,
    customerFirstName: row.customer_first_name,
    customerLastName: row.customer_last_name,
    sha256: row.sha256 && Buffer.from(row.sha256),
    bytes: row.bytes,
    type: row.type,
    reason: toReason(row),
  };
}

function toReason({ recording_attachment: attachment, state, fault }: Row): string {
  if (!attachment) return "the call names no audio";
  if (!state) return "waiting: nobody has looked for it yet";
  return fault ? `${state}: ${fault}` : state;
}
