import { route } from "@/lib/access/gate/route";
import { acceptedAtOf } from "@/lib/intake/journal/sequence";
import { parseSince } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveDates, resolveViewer } from "@/lib/recordings/filter/resolve-dates";
import { countNewRecordings, getNewestSeq } from "@/lib/recordings/query/queries";
import { viewerClock } from "@/lib/settings/time-zone";

/** How many calls under a filter came in after the mark `since`, and when the last of all did. Asking is no sign of life. */
export const GET = route({ touch: false, parse }, async ({ input, viewer }) => {
  const { since } = input;
  const filter = resolveViewer(input.filter, viewer.userId);
  const seq = await getNewestSeq();
  const sinceSeq = since ?? seq;
  const clock = await viewerClock();
  const newCount =
    sinceSeq < seq ? await countNewRecordings(resolveDates(filter, clock), sinceSeq, clock) : 0;
  return { newCount, seq: String(seq), lastCallSeconds: toSecondsAgo(seq, clock.now) };
});

function parse(search: URLSearchParams) {
  return { ...parseRecordingQuery(search), since: parseSince(search.get("since")) };
}

/** Null: no call has come yet. */
function toSecondsAgo(seq: bigint, now: Date): number | null {
  return seq === 0n ? null : (now.getTime() - acceptedAtOf(seq)) / 1_000;
}
