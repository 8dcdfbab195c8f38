import "server-only";
import { z } from "zod";
import { db } from "@/lib/platform/database/db";
import { getKeptAudio } from "@/lib/settings/store";
import { getUsage } from "./usage";

/** What stood in the way, and how many rests in a row it has caused. */
const seenSchema = z.object({
  rests: z.number().int().min(0).max(100),
  bytes: z.number(),
  quotaGb: z.number().nullable(),
});
type Seen = z.infer<typeof seenSchema>;

const task = "audio-quota";
const firstRestSeconds = 60;
const longestRestSeconds = 6 * 3_600;
const mostRests = 20;

/**
 * Whether nothing is to be fetched for now because a file did not fit in what room was left: for a
 * minute after the first one, then twice as long each time, in all processes. It is over at once when
 * less is kept than then, or the quota is another one.
 */
export async function isQuotaResting(): Promise<boolean> {
  if (!(await readRow())?.is_resting) return false;
  const { isResting, rests } = await readRest();
  return isResting && rests > 0;
}

/** Notes that a file did not fit. Those that were under way meanwhile make the rest no longer. */
export async function noteQuotaFull(): Promise<void> {
  const { isResting, rests, bytes, quotaGb } = await readRest();
  if (isResting && rests > 0) return;
  const seen: Seen = { rests: Math.min(rests + 1, mostRests), bytes, quotaGb };
  const seconds = Math.min(firstRestSeconds * 2 ** rests, longestRestSeconds);
  await db().$executeRaw`
    INSERT INTO upkeep AS kept (task, claimed_until, fault)
    VALUES (${task}, now() + ${seconds} * interval '1 second', ${JSON.stringify(seen)})
    ON CONFLICT (task) DO UPDATE SET claimed_until = excluded.claimed_until, fault = excluded.fault
    WHERE kept.claimed_until <= now() OR kept.fault IS DISTINCT FROM excluded.fault`;
}

/** Without rests where what was seen then is no longer so. */
async function readRest(): Promise<Seen & { isResting: boolean }> {
  const row = await readRow();
  const { quotaGb } = await getKeptAudio();
  const { bytes } = await getUsage();
  const seen = parseSeen(row?.fault ?? null);
  const isSame = seen !== null && seen.quotaGb === quotaGb && bytes >= seen.bytes;
  return { rests: isSame ? seen.rests : 0, bytes, quotaGb, isResting: row?.is_resting ?? false };
}

async function readRow() {
  const [row] = await db().$queryRaw<{ fault: string | null; is_resting: boolean }[]>`
    SELECT fault, coalesce(claimed_until > now(), false) AS is_resting FROM upkeep
    WHERE task = ${task}`;
  return row;
}

function parseSeen(text: string | null): Seen | null {
  const result = text === null ? null : seenSchema.safeParse(JSON.parse(text));
  return result?.success ? result.data : null;
}
