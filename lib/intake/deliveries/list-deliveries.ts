import "server-only";
import { cutText, sliceKeysetPage } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import type { DeliveryOutcome } from "@/lib/recordings/views/views";
import { Prisma } from "@/prisma/client/client";
import { toAcceptedSeq } from "../journal/sequence";
import type { RecordOutcome } from "../store/record-outcome";
import type { DeliveryListView, DeliverySummaryView, OversizedBodyView } from "../views/views";
import { buildDeliveryWhere } from "./filter/build-delivery-where";
import type { DeliveryPage, DeliveryQuery } from "./filter/delivery-filter";
import { isWholeBody } from "./is-whole-body";
import { toVisibleText } from "./visible-text";

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

  const { rows, hasAfter, hasBefore } = sliceKeysetPage(found, page);
  return {
    rows: rows.map(toView),
    after: hasAfter ? (rows.at(-1)?.id ?? null) : null,
    before: hasBefore ? (rows[0]?.id ?? null) : null,
  };
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
