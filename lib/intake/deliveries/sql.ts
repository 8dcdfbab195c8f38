import "server-only";
import { cutText, sliceKeysetPage } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import type { DeliveryOutcome } from "@/lib/recordings/views/views";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { firstSeqOf, toAcceptedSeq } from "../journal/sequence";
import type { DeliveryKey } from "../store/sql";
import {
  type BoundedCount,
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryQuery,
  isWholeBody,
  type RecordOutcome,
  toVisibleText,
} from "../views/delivery-log";
import type { DeliveryListView, DeliverySummaryView, OversizedBodyView } from "../views/views";

/** One page of the log, newest first, without bodies and with the first records of each alone. */
export async function listDeliveries(
  { filter, page }: DeliveryQuery,
  timeZone: string,
): Promise<DeliveryListView> {
  const isBackward = page.before !== null;
  const found = await db().$queryRaw<ListedRow[]>`
    SELECT id, accepted_at, bytes, outcome, remote_address,
           jsonb_array_length(records) AS record_count,
           jsonb_path_query_array(records, '$[0 to 9]') AS first_records,
           jsonb_path_query_first(records, CASE outcome
             WHEN 'quarantined' THEN '$[*] ? (@.outcome == "quarantined").problems[0]'::jsonpath
             ELSE '$[0 to 999].problems[0]'::jsonpath
           END) AS first_problem
    FROM delivery
    WHERE ${buildDeliveryWhere(filter, timeZone)} AND ${buildKeyset(page)}
    ORDER BY ${isBackward ? Prisma.sql`accepted_seq, id` : Prisma.sql`accepted_seq DESC, id DESC`}
    LIMIT ${page.limit + 1}`;

  const slice = sliceKeysetPage(found, page, ({ id }) => id);
  return { ...slice, rows: slice.rows.map(toView) };
}

/** More has no room in a row. */
const mostProblem = 300;

type ListedRow = {
  id: string;
  accepted_at: Date;
  bytes: number;
  outcome: DeliveryOutcome;
  remote_address: string;
  record_count: number;
  /** Written by this room from these very types. */
  first_records: RecordOutcome[];
  first_problem: RecordOutcome["problems"][number] | null;
};

function buildKeyset({ after, before }: DeliveryPage): Prisma.Sql {
  const key = (id: string) => Prisma.sql`(${toAcceptedSeq(id) ?? 0n}::bigint, ${id}::uuid)`;
  if (after !== null) return Prisma.sql`(accepted_seq, id) < ${key(after)}`;
  if (before !== null) return Prisma.sql`(accepted_seq, id) > ${key(before)}`;
  return Prisma.sql`true`;
}

function toView(row: ListedRow): DeliverySummaryView {
  const { first_records: records, first_problem: problem } = row;
  const [first] = records;
  return {
    id: row.id,
    acceptedAt: row.accepted_at.toISOString(),
    bytes: row.bytes,
    outcome: row.outcome,
    remoteAddress: row.remote_address,
    recordCount: first && isWholeBody(first) ? 0 : row.record_count,
    recordingIds: records.flatMap(({ recordingId, outcome }) =>
      recordingId !== null && outcome !== "quarantined" ? [recordingId] : [],
    ),
    problem:
      problem &&
      cutText(toVisibleText(`${problem.path} ${problem.message}`.trim()), mostProblem)[0],
  };
}

/** The newest bodies that were refused for their size; their ids are in the order of arrival. */
export async function listOversizedBodies(most: number): Promise<OversizedBodyView[]> {
  const bodies = await db().oversizedBody.findMany({
    orderBy: { id: "desc" },
    take: most,
    omit: { beginning: true },
  });
  return bodies.map(({ refusedAt, bytes, declaredBytes, sha256, ...body }) => ({
    ...body,
    refusedAt: refusedAt.toISOString(),
    bytes: String(bytes),
    declaredBytes: declaredBytes === null ? null : String(declaredBytes),
    sha256: Buffer.from(sha256).toString("hex"),
  }));
}

/**
 * The one translation of a filter into SQL, over the table `delivery`.
 * @param timeZone IANA zone in which the days of `from` and `to` begin
 */
export function buildDeliveryWhere(filter: DeliveryFilter, timeZone: string): Prisma.Sql {
  const conditions = [
    ...(filter.outcomes.length > 0
      ? [Prisma.sql`outcome = ANY(${filter.outcomes}::text[]::outcome[])`]
      : []),
    ...buildDays(filter, timeZone),
    ...(filter.secret === null ? [] : [Prisma.sql`secret_hash = ${filter.secret}`]),
    ...(filter.address === null ? [] : [Prisma.sql`remote_address = ${filter.address}`]),
    ...(filter.recording === null ? [] : [buildRecording(filter.recording)]),
  ];
  return conditions.length > 0 ? Prisma.join(conditions, " AND ") : Prisma.sql`true`;
}

/** The first records of a delivery, of which this room wrote what became, and how many there are. */
export async function readFirstRecords({ id, acceptedOn }: DeliveryKey, most: number) {
  const [row] = await db().$queryRaw<{ first: RecordOutcome[]; count: number }[]>`
    SELECT jsonb_path_query_array(records, ${`$[0 to ${most - 1}]`}::jsonpath) AS first,
           jsonb_array_length(records) AS count
    FROM delivery WHERE id = ${id}::uuid AND accepted_on = ${acceptedOn}::date`;
  return row;
}

/** How many deliveries match, counted up to a limit. */
export async function countDeliveries(
  filter: DeliveryFilter,
  timeZone: string,
  most: number,
): Promise<BoundedCount> {
  const [row] = await db().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM delivery WHERE ${buildDeliveryWhere(filter, timeZone)} LIMIT ${most + 1}
    ) AS matching`;
  const count = row?.count ?? 0;
  return { count: Math.min(count, most), isMore: count > most };
}

/** The sequence holds the time, so its index finds the days; `accepted_on` rules out partitions. */
function buildDays({ from, to }: DeliveryFilter, timeZone: string): Prisma.Sql[] {
  const { startAt: start, endAt: end } = toInstants({ from, to }, timeZone);
  return [
    ...(start === null
      ? []
      : [
          Prisma.sql`accepted_seq >= ${firstSeqOf(start.epochMilliseconds)}::bigint`,
          Prisma.sql`accepted_on >= ${start.toString().slice(0, 10)}::date`,
        ]),
    ...(end === null
      ? []
      : [
          Prisma.sql`accepted_seq < ${firstSeqOf(end.epochMilliseconds)}::bigint`,
          Prisma.sql`accepted_on <= ${end.toString().slice(0, 10)}::date`,
        ]),
  ];
}

/** What was understood is found by its recording, what was held back among the quarantined. */
function buildRecording(id: string): Prisma.Sql {
  const carried = JSON.stringify([{ recordingId: id }]);
  return Prisma.sql`accepted_seq = ANY(ARRAY(
    SELECT accepted_seq FROM recording_delivery WHERE recording_id = ${id}
    UNION
    SELECT accepted_seq FROM delivery
    WHERE outcome = 'quarantined' AND records @> ${carried}::jsonb))`;
}
