import "server-only";
import { db } from "@/lib/platform/db";
import type { Retention } from "./schema";

/** From then on raw bytes are kept for so long; idempotent. */
export async function changeRetention(retention: Retention, changedBy: string): Promise<void> {
  const change = { value: retention, changedBy, changedAt: new Date() };
  await db().setting.upsert({
    where: { name: "retention" },
    create: { name: "retention", ...change },
    update: change,
  });
}
