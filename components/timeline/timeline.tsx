"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { toListHref } from "@/components/list/href";
import { ListLink, useLatest, useListNavigation } from "@/components/list/navigation";
import { Toolbar } from "@/components/list/toolbar";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { describeChosen, type FacetOption, toTokens } from "@/components/recordings/list-answers";
import { classNames } from "@/components/ui/class-names";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { Skeleton } from "@/components/ui/page/placeholders";
import { ToneDot } from "@/components/ui/tone";
import { shownBudgets } from "@/lib/platform/settings/budgets";
import type { OutliersView } from "@/lib/recordings/views/views";
import {
  describeOutlierCounts,
  describeOutliers,
  type PreparedTimeline,
  prepareTimeline,
  timelineTexts,
} from "./prepare-timeline";
import { TimelineGraph } from "./timeline-graph";
import type { IndexRange } from "./timeline-plot";

type TimelineProps = {
  /** The parameters of the list's address. */
  parameters: [string, string][];
};

/** The filter's calls over time. Its place is kept while it is counted. */
export function Timeline({ parameters }: TimelineProps) {
  return (
    <section
      aria-label={timelineTexts().timeline}
      className="h-24 min-w-0 flex-1 px-4 pt-2 sm:px-6"
    >
      <Counted fallback={<Skeleton className="h-12 w-full" />}>
        <Bars parameters={parameters} />
      </Counted>
    </section>
  );
}

function Bars({ parameters }: TimelineProps) {
  const t = timelineTexts();
  const { value, isStale } = useLatest(useListCounts().timeline);
  const prepared = useMemo(() => value && prepareTimeline(value), [value]);
  if (value?.isTooMany) {
    return (
      <p className="pt-6 text-center text-muted text-xs">{t.tooMany(shownBudgets.counts.found)}</p>
    );
  }
  if (!prepared) return <p className="pt-6 text-center text-muted text-xs">{t.none}</p>;
  return <TimelineBars parameters={parameters} timeline={prepared} isStale={isStale} />;
}

type TimelineBarsProps = {
  /** The parameters of the list's address. */
  parameters: [string, string][];
  timeline: PreparedTimeline;
  /** Another filter is being counted. */
  isStale: boolean;
};

/** One bar a unit, stacked by status. A click filters by its days, a drag by those it passes over. */
function TimelineBars({ parameters, timeline, isStale }: TimelineBarsProps) {
  const { bars } = timeline;
  const { navigate } = useListNavigation();
  const others = parameters.filter(([name]) => !dayParameters.includes(name));
  const filterBy = ({ first, last }: IndexRange) => {
    const [from, to] = [bars[first]?.from, bars[last]?.to];
    if (from && to) navigate(toListHref([...others, ["from", from], ["to", to]]));
  };
  return (
    <div className="flex">
      <Outliers side="earlier" outliers={timeline.earlier} others={others} />
      <div className="@container relative min-w-0 flex-1 pl-8">
        <TimelineGraph timeline={timeline} className="h-12" isStale={isStale} onChosen={filterBy} />
        <TimelineLegend parameters={parameters} timeline={timeline} />
      </div>
      <Outliers side="later" outliers={timeline.later} others={others} />
    </div>
  );
}

const dayParameters = ["from", "to", "days"];

type OutliersProps = {
  side: "earlier" | "later";
  outliers: OutliersView | null;
  others: [string, string][];
};

/** Calls of another age, beyond a break of the axis: the way to them alone. */
function Outliers({ side, outliers, others }: OutliersProps) {
  if (!outliers) return null;
  const [count, years] = describeOutlierCounts(outliers, side);
  return (
    <ListLink
      href={toListHref([...others, ["from", outliers.from], ["to", outliers.to]])}
      title={describeOutliers(outliers, side)}
      className={classNames(
        "group/outliers flex h-12 shrink-0 flex-col justify-end border-line-strong border-dashed text-muted text-tiny tabular-nums hover:text-text",
        side === "earlier" ? "mr-2 items-start border-r pr-2" : "ml-2 items-end border-l pl-2",
      )}
    >
      <span className="flex items-center font-medium">
        {side === "earlier" ? <ChevronLeft aria-hidden className="-ml-1 size-3.5" /> : null}
        <span className="group-hover/outliers:underline">{count}</span>
        {side === "later" ? <ChevronRight aria-hidden className="-mr-1 size-3.5" /> : null}
      </span>
      <span className="text-faint group-hover/outliers:text-muted">{years}</span>
    </ListLink>
  );
}

type TimelineLegendProps = {
  parameters: [string, string][];
  timeline: Pick<PreparedTimeline, "gaps" | "hasEstimates">;
};

const mostEntries = 24;

/** Which colour is which status, in a line; each entry filters by it, or takes it off again. */
function TimelineLegend({ parameters, timeline }: TimelineLegendProps) {
  const t = timelineTexts();
  const { status: all } = useLatest(useListCounts().options).value;
  const options = all.slice(0, mostEntries);
  const lineRef = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(mostEntries);

  useLayoutEffect(() => {
    const line = lineRef.current;
    if (!line) return;
    const measure = () => {
      const [first, ...others] = [...line.children] as HTMLElement[];
      const fits = others.filter((one) => one.offsetTop === first?.offsetTop).length;
      setFitting(fits + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, []);

  const entry = (option: FacetOption) => <Entry option={option} parameters={parameters} />;
  const rest = options.slice(fitting);
  const left = all.length - Math.min(fitting, options.length);
  return (
    <Toolbar
      label={t.statuses}
      className="-ml-1.5 flex h-6 items-center gap-1 text-muted text-tiny"
    >
      <ul
        ref={lineRef}
        aria-label={t.legend}
        className="flex h-6 min-w-0 flex-1 flex-wrap gap-x-1 overflow-hidden"
      >
        {options.map((option, index) => (
          <li
            key={option.token}
            className={classNames("max-w-full", index >= fitting && "invisible")}
          >
            {entry(option)}
          </li>
        ))}
      </ul>
      <span className="w-9 shrink-0">
        {left > 0 ? (
          <Popover
            trigger={`+${left}`}
            triggerLabel={t.moreStatuses(left)}
            triggerClassName="h-6 rounded px-1.5 hover:bg-hover hover:text-text"
            className="w-64 p-1.5"
          >
            <WhenOpened>
              <ul>
                {rest.map((option) => (
                  <li key={option.token}>{entry(option)}</li>
                ))}
              </ul>
              {all.length > options.length ? (
                <p className="px-1.5 pt-1 text-muted text-xs">
                  {t.rarer(all.length - options.length)}
                </p>
              ) : null}
            </WhenOpened>
          </Popover>
        ) : null}
      </span>
      {timeline.hasEstimates ? (
        <span
          title={t.estimateHint(shownBudgets.counts.found)}
          className="flex shrink-0 items-center gap-1.5"
        >
          <span aria-hidden className="estimated size-2.5 rounded-xs bg-muted" />
          <span>
            {t.estimate}
            <span className="max-sm:sr-only">{t.estimateMeaning}</span>
          </span>
        </span>
      ) : null}
      {timeline.gaps.length > 0 ? (
        <span className="flex shrink-0 items-center gap-1.5">
          <span aria-hidden className="hatched text-warn size-2.5 rounded-xs" />
          <span>
            {t.gap}
            <span className="max-sm:sr-only">{t.gapMeaning}</span>
          </span>
        </span>
      ) : null}
    </Toolbar>
  );
}

type EntryProps = { option: FacetOption; parameters: [string, string][] };

function Entry({ option, parameters }: EntryProps) {
  const t = timelineTexts();
  const tokens = toTokens(option);
  const included = parameters.flatMap(([name, value]) =>
    name === "status" && !value.startsWith("!") ? [value] : [],
  );
  const isChosen = describeChosen(included, tokens) === "all";
  const others = parameters.filter(
    ([name, value]) => name !== "status" || !tokens.includes(value.replace(/^!/, "")),
  );
  const added = isChosen ? [] : tokens.map((token): [string, string] => ["status", token]);
  return (
    <ListLink
      href={toListHref([...others, ...added])}
      aria-current={isChosen || undefined}
      title={isChosen ? t.stopFilterBy(option.label) : t.filterBy(option.label)}
      className={classNames(
        "flex h-6 min-w-6 items-center gap-1.5 rounded px-1.5 hover:bg-hover hover:text-text",
        isChosen && "font-medium text-text",
      )}
    >
      <ToneDot
        tone={option.tone ?? "grey"}
        className={!isChosen && included.length > 0 ? "opacity-40" : undefined}
      />
      <bdi className="truncate">{option.label}</bdi>
    </ListLink>
  );
}
