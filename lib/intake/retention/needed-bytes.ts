import "server-only";
import type { Pool, PoolClient } from "pg";
import { Prisma } from "@/prisma/client/client";
import { buildDeliveryWhere } from "../deliveries/filter/build-delivery-where";
import { parseDeliveryQuery } from "../deliveries/filter/delivery-filter-url";
import { lastId } from "../reread/claim";

/** Which deliveries, as columns of `delivery`, still need their bytes. */
export type Need = Prisma.Sql;

/** What is held back comes only once; and what is being read again is to be found. */
export async function readNeed(client: Pool | PoolClient): Promise<Need> {
  const held = Prisma.sql`outcome = 'quarantined'`;
  const { rows } = await client.query<JobRow>(
    `SELECT filter, time_zone, cursor_seq, cursor_id, last_seq FROM reread_job WHERE is_open`,
  );
  const [job] = rows;
  if (!job) return held;
  const { filter } = parseDeliveryQuery(new URLSearchParams(job.filter));
  return Prisma.sql`(${held} OR (
    (accepted_seq, delivery.id) > (${BigInt(job.cursor_seq)}, ${job.cursor_id ?? lastId}::uuid)
    AND accepted_seq <= ${BigInt(job.last_seq)}
    AND ${buildDeliveryWhere(filter, job.time_zone)}))`;
}

/** Whether a row of bytes, under the name `kept`, may go: its delivery is known to need it no more. */
export function mayGo(need: Need): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT FROM delivery
    WHERE delivery.id = kept.id AND delivery.accepted_on = kept.accepted_on AND NOT ${need})`;
}

type JobRow = {
  filter: string;
  time_zone: string;
  cursor_seq: string;
  cursor_id: string | null;
  last_seq: string;
};
