import { TriangleAlert } from "lucide-react";
import { formatShort, zoneName } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { formatLength, formatSpan } from "@/components/format/time-spans";
import { ListLink } from "@/components/list/navigation";
import { listHref } from "@/components/recordings/list-href";
import { Disclosure } from "@/components/ui/page/details";
import type { GapListView, GapView } from "@/lib/coverage/views";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { ViewContext } from "@/lib/vocabulary/views";
import { AcknowledgeGaps, type GapAction, gapDays, gapHref, mayBeAcknowledged } from "./gaps";
import { coverageTexts, wordGap } from "./word-gap";

type MissedNoticeProps = ViewContext & {
  query: RecordingQuery;
  missed: GapListView;
  /** Null for whoever may not acknowledge gaps. */
  acknowledge: GapAction | null;
};

/** Says above the list that calls may be missing from it, and when. */
export function MissedNotice({ missed, acknowledge, ...place }: MissedNoticeProps) {
  const { query, timeZone } = place;
  const { gaps, after } = missed;
  const [gap] = gaps;
  if (!gap) return null;
  const { from, to, days } = query.filter;
  const t = coverageTexts();
  const count = `${gaps.length}${after ? "+" : ""}`;
  const known = gaps.filter(mayBeAcknowledged).map(({ key }) => key);
  return (
    <section
      aria-label={t.missing}
      className="flex items-start gap-2.5 border-line border-b bg-warn-soft px-4 py-2 text-dense tabular-nums sm:px-6 [&_form]:-my-1.5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        {gaps.length === 1 ? (
          <p>
            <Lead /> <MissedGap gap={gap} {...place} /> <Zone timeZone={timeZone} />
          </p>
        ) : (
          <Disclosure
            summary={
              <span className="text-text">
                {fillText(from || to || days ? t.gapsInDays(count) : t.gapsLately(count), {
                  lead: <Lead />,
                })}
              </span>
            }
          >
            <ul className="list-disc space-y-1 pl-8">
              {gaps.map((one) => (
                <li key={one.key}>
                  <MissedGap gap={one} {...place} />
                </li>
              ))}
            </ul>
            <p className="mt-1.5 pl-4">
              {after ? t.earlierLeftOut : null}
              <Zone timeZone={timeZone} />
            </p>
          </Disclosure>
        )}
      </div>
      {acknowledge && known.length > 0 ? (
        <AcknowledgeGaps keys={known} action={acknowledge}>
          {gaps.length === 1 ? t.acknowledge : t.acknowledgeAll}
        </AcknowledgeGaps>
      ) : null}
    </section>
  );
}

function Lead() {
  return <span className="font-medium text-warn">{coverageTexts().mayBeMissing}</span>;
}

function Zone({ timeZone }: { timeZone: string }) {
  return <span className="text-muted text-xs">{coverageTexts().timesOf(zoneName(timeZone))}</span>;
}

type MissedGapProps = ViewContext & {
  gap: GapView;
  query: RecordingQuery;
};

/** One gap in a sentence, with the way to the calls around it. */
function MissedGap({ gap, query, now, timeZone, vocabulary }: MissedGapProps) {
  const { before, after } = wordGap(gap, vocabulary);
  const t = coverageTexts();
  const span = formatSpan(gap, timeZone, now);
  const began = formatShort(gap.fromAt, timeZone, now);
  const isShort = span === `${began.day}, ${began.time}`;
  const at = { dateTime: gap.fromAt, title: timeZone };
  const { from, to } = gapDays(gap, timeZone);
  const invitation = from === to ? t.showDay : t.showDays;
  const href = gapHref(gap, timeZone, query);
  return (
    <>
      {fillText(gap.isOngoing ? t.gapSince : isShort ? t.gapAt : t.gapOn, {
        what: <bdi className="wrap-anywhere">{before}</bdi>,
        span: <time {...at}>{span}</time>,
        moment: <time {...at}>{t.moment(began.day, began.time)}</time>,
        length: formatLength(gap),
        expected: after,
      })}{" "}
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
