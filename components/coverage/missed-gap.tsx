import { formatLength, formatSpan } from "@/components/format/format-span";
import { ListLink } from "@/components/list/list-link";
import { listHref } from "@/components/recordings/list-href";
import type { GapView } from "@/lib/coverage/views";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { gapDays, gapHref } from "./gap-href";
import { wordGap } from "./gap-words";

type MissedGapProps = {
  gap: GapView;
  query: RecordingQuery;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** One gap in a sentence, with the way to the calls around it. */
export function MissedGap({ gap, query, now, timeZone, vocabulary }: MissedGapProps) {
  const { before, after } = wordGap(gap, vocabulary);
  const span = formatSpan(gap, timeZone, now);
  const { from, to } = gapDays(gap, timeZone);
  const invitation = from === to ? "Show that day" : "Show those days";
  const href = gapHref(gap, timeZone, query);
  return (
    <>
      <bdi className="wrap-anywhere">{before}</bdi> on{" "}
      <time dateTime={gap.fromAt} title={timeZone}>
        {span}
      </time>{" "}
      ({gap.isOngoing ? "so far " : ""}
      {formatLength(gap)}){after}.{" "}
      {href === listHref(query) ? null : (
        <ListLink
          href={href}
          aria-label={`${invitation}: ${span}`}
          className="whitespace-nowrap font-medium text-accent underline underline-offset-2"
        >
          {invitation}
        </ListLink>
      )}
    </>
  );
}
