import "server-only";
import { db } from "@/lib/platform/database/db";
import { toInstants } from "@/lib/settings/calendar-day";
import { Prisma } from "@/prisma/client/client";
import { firstSeqOf } from "../../journal/sequence";
import type { BoundedCount, DeliveryFilter } from "./delivery-filter";

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
