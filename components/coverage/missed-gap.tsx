import { listHref } from "@/components/recordings/list-href";
import { ListLink } from "@/components/recordings/list-link";
import { zoneName } from "@/components/recordings/zone-name";
import type { GapView } from "@/lib/coverage/views";
import type { RecordingQuery } from "@/lib/recordings/filter";
import { formatLength, formatSpan } from "./format-span";
import { gapHref } from "./gap-href";
import { describeGap } from "./gap-words";

type MissedGapProps = { gap: GapView; query: RecordingQuery; now: Date; timeZone: string };

/** One gap in a sentence, with the way to the calls around it. */
export function MissedGap({ gap, query, now, timeZone }: MissedGapProps) {
  const href = gapHref(gap, timeZone, query);
  return (
    <>
      <time dateTime={gap.fromAt} title={timeZone}>
        {formatSpan(gap, timeZone, now)}
      </time>{" "}
      {zoneName(timeZone)} ({gap.isOngoing ? "so far " : ""}
      {formatLength(gap)}), <bdi className="wrap-anywhere">{describeGap(gap)}</bdi>.{" "}
      {href === listHref(query) ? null : (
        <ListLink
          href={href}
          className="whitespace-nowrap font-medium text-accent underline underline-offset-2"
        >
          Show these days
        </ListLink>
      )}
    </>
  );
}
