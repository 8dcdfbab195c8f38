import { route } from "@/lib/access/gate/route";
import { acceptedAtOf } from "@/lib/intake/journal/sequence";
import { parseWatermark } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveDates, resolveViewer } from "@/lib/recordings/filter/resolve-dates";
import { countNewRecordings, getNewestSeq } from "@/lib/recordings/query/queries";
import type { NewsView } from "@/lib/recordings/views/views";
import { viewerClock } from "@/lib/settings/time-zone";

/** How many calls under a filter came in after the watermark `since`, and when the last of all did. Asking is no sign of life. */
export const GET = route({ touch: false, parse }, async ({ input, viewer }) => {
  const filter = resolveViewer(input.filter, viewer.userId);
  const seq = await getNewestSeq();
  const watermark = input.watermark ?? seq;
  const clock = await viewerClock();
  const newCount =
    watermark < seq ? await countNewRecordings(resolveDates(filter, clock), watermark, clock) : 0;
  const lastCallSeconds = toSecondsAgo(seq, clock.now);
  return { newCount, lastCallSeconds, seq: String(seq) } satisfies NewsView & { seq: string };
});

function parse(search: URLSearchParams) {
  return { ...parseRecordingQuery(search), watermark: parseWatermark(search.get("since")) };
}

/** Null: no call has come yet. */
function toSecondsAgo(seq: bigint, now: Date): number | null {
  return seq === 0n ? null : (now.getTime() - acceptedAtOf(seq)) / 1_000;
}
