import "server-only";
import { db } from "@/lib/platform/database/db";
import { readGapKey } from "./queries";

/** From then on no list tells of these gaps, by the keys of their views. Idempotent. */
export async function acknowledgeGaps(keys: string[], acknowledgedBy: string): Promise<void> {
  const gaps = keys.flatMap((key) => readGapKey(key) ?? []);
  await db().acknowledgedGap.createMany({
    data: gaps.map((gap) => ({ ...gap, acknowledgedBy })),
    skipDuplicates: true,
  });
}

/** The lists tell of it again. Idempotent. */
export async function takeBackAcknowledgement(key: string): Promise<void> {
  const gap = readGapKey(key);
  if (gap) await db().acknowledgedGap.deleteMany({ where: gap });
}
