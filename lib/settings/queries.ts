import "server-only";
import { db } from "@/lib/platform/database/db";
import {
  defaultRetentionDays,
  parseRetryWindow,
  type Retention,
  type RetryWindow,
  retentionSchema,
  retryWindowName,
} from "./schema";

/** How long raw bytes are kept. Throws for a setting that can't be read: nothing goes on a guess. */
export async function getRetention(): Promise<Retention> {
  const setting = await db().setting.findUnique({ where: { name: "retention" } });
  return setting ? retentionSchema.parse(setting.value) : { days: defaultRetentionDays };
}

/** For how long the same bytes count as a retry. */
export async function getRetryWindow(): Promise<RetryWindow> {
  const setting = await db().setting.findUnique({ where: { name: retryWindowName } });
  return parseRetryWindow(setting?.value);
}
