import "server-only";
import { z } from "zod";
import { db } from "@/lib/platform/database/db";
import { termKeySchema } from "./schema";

export const successStatusesSchema = z.array(termKeySchema.shape.value).max(1_000);

/** The statuses of calls that went well, in no order; empty until somebody chose them. */
export async function listSuccessStatuses(): Promise<string[]> {
  const rows = await db().successStatus.findMany({ select: { status: true } });
  return rows.map(({ status }) => status);
}

/** From then on these are all. Idempotent; of two at the same time the last one counts. */
export async function setSuccessStatuses(statuses: string[], changedBy: string): Promise<void> {
  await db().$transaction([
    db().successStatus.deleteMany({ where: { status: { notIn: statuses } } }),
    db().successStatus.createMany({
      data: statuses.map((status) => ({ status, changedBy })),
      skipDuplicates: true,
    }),
  ]);
}
