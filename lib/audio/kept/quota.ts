import "server-only";
import { z } from "zod";
import { db } from "@/lib/platform/database/db";
import { getKeptAudio } from "@/lib/settings/store";
import { beginQuotaRest, findQuotaRest, type Usage } from "../sql/custody";

export const bytesOfGb = 1_000_000_000;

/** What is kept now, as its writers have added it up. */
export async function getUsage(): Promise<Usage> {
  const row = await db().soundUsage.findUnique({ where: { id: 1 } });
  return { files: Number(row?.files ?? 0), bytes: Math.max(0, Number(row?.bytes ?? 0)) };
}

/** How many bytes still fit in the quota: infinite without one, never below zero. */
export async function readRoom(): Promise<number> {
  const { quotaGb } = await getKeptAudio();
  if (quotaGb === null) return Number.POSITIVE_INFINITY;
  const { bytes } = await getUsage();
  return Math.max(0, quotaGb * bytesOfGb - bytes);
}

/** What stood in the way, and how many rests in a row it has caused. */
const seenSchema = z.object({
  rests: z.number().int().min(0).max(100),
  bytes: z.number(),
  quotaGb: z.number().nullable(),
});
type Seen = z.infer<typeof seenSchema>;

const firstRestSeconds = 60;
const longestRestSeconds = 6 * 3_600;
const mostRests = 20;

/**
 * Whether nothing is to be fetched for now because a file did not fit in what room was left: for a
 * minute after the first one, then twice as long each time, in all processes. It is over at once when
 * less is kept than then, or the quota is another one.
 */
export async function isQuotaResting(): Promise<boolean> {
  if (!(await findQuotaRest()).isResting) return false;
  const { isResting, rests } = await readRest();
  return isResting && rests > 0;
}

/** Notes that a file did not fit. Those that were under way meanwhile make the rest no longer. */
export async function noteQuotaFull(): Promise<void> {
  const { isResting, rests, bytes, quotaGb } = await readRest();
  if (isResting && rests > 0) return;
  const seen: Seen = { rests: Math.min(rests + 1, mostRests), bytes, quotaGb };
  const seconds = Math.min(firstRestSeconds * 2 ** rests, longestRestSeconds);
  await beginQuotaRest(seconds, JSON.stringify(seen));
}

/** Without rests where what was seen then is no longer so. */
async function readRest(): Promise<Seen & { isResting: boolean }> {
  const rest = await findQuotaRest();
  const { quotaGb } = await getKeptAudio();
  const { bytes } = await getUsage();
  const seen = parseSeen(rest.seen);
  const isSame = seen !== null && seen.quotaGb === quotaGb && bytes >= seen.bytes;
  return { rests: isSame ? seen.rests : 0, bytes, quotaGb, isResting: rest.isResting };
}

function parseSeen(text: string | null): Seen | null {
  const result = text === null ? null : seenSchema.safeParse(JSON.parse(text));
  return result?.success ? result.data : null;
}
