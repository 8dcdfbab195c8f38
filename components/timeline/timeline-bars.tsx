"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { toListHref } from "@/components/list/href";
import { ListLink, useListNavigation } from "@/components/list/navigation";
import { classNames } from "@/components/ui/class-names";
import { ToneDot } from "@/components/vocabulary/named-value";
import type { OutliersView } from "@/lib/recordings/views/views";
import {
  type BarNote,
  describeBars,
  describeOutlierCounts,
  describeOutliers,
  type PreparedTimeline,
  spellNote,
} from "./prepare-timeline";
import { timelineTexts } from "./texts.en";
import { TimelineLegend } from "./timeline-legend";
import { type IndexRange, TimelinePlot, TimelineTicks } from "./timeline-plot";

type TimelineBarsProps = {
  /** The parameters of the list's address. */
  parameters: [string, string][];
  timeline: PreparedTimeline;
  /** Another filter is being counted. */
  isStale: boolean;
};

/** One bar a unit, stacked by status. A click filters by its days, a drag by those it passes over. */
export function TimelineBars({ parameters, timeline, isStale }: TimelineBarsProps) {
  const t = timelineTexts();
  const { bars } = timeline;
  const { navigate } = useListNavigation();
  const [pointed, setPointed] = useState<number | null>(null);
  const others = parameters.filter(([name]) => !dayParameters.includes(name));
  const filterBy = ({ first, last }: IndexRange) => {
    const [from, to] = [bars[first]?.from, bars[last]?.to];
    if (from && to) navigate(toListHref([...others, ["from", from], ["to", to]]));
  };
  const { range, handlers } = useDraggedRange(bars.length, setPointed, filterBy);
  const shown = range ?? (pointed === null ? null : { first: pointed, last: pointed });
  const note = shown && describeBars(timeline, shown);
  const plotRef = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = pointed ?? 0;
    const moves: Record<string, number | null> = {
      ...{ ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 },
      ...{ Home: 0, End: bars.length - 1, Escape: null },
    };
    const to = moves[event.key];
    if (event.key === "Enter") filterBy({ first: at, last: at });
    else if (to !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      setPointed(to === null ? null : Math.max(0, Math.min(bars.length - 1, to)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="flex">
      <Outliers side="earlier" outliers={timeline.earlier} others={others} />
      <div className="@container relative min-w-0 flex-1 pl-8">
        <div ref={plotRef} aria-busy={isStale} className="relative h-12">
          <TimelinePlot timeline={timeline} shown={shown} range={range} />
          <div
            role="slider"
            tabIndex={0}
            aria-label={t.bars}
            aria-description={t.barsHint}
            aria-valuemin={1}
            aria-valuemax={bars.length}
            aria-valuenow={(shown?.first ?? 0) + 1}
            aria-valuetext={note ? spellNote(note) : t.noneChosen}
            className="absolute inset-0 cursor-crosshair touch-pan-y select-none"
            onFocus={(event) => {
              if (event.currentTarget.matches(":focus-visible")) setPointed(bars.length - 1);
            }}
            onBlur={() => setPointed(null)}
            onKeyDown={onKeyDown}
            {...handlers}
          />
        </div>
        <TimelineTicks ticks={timeline.ticks} />
        {note && shown ? (
          <TimelineTooltip
            note={note}
            plot={plotRef.current}
            at={(shown.first + shown.last + 1) / 2 / bars.length}
            onScroll={() => setPointed(null)}
          />
        ) : null}
        <TimelineLegend parameters={parameters} hasGaps={timeline.gaps.length > 0} />
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

/**
 * Which of `count` equal columns is pointed at, and which a drag passes over; a click is a drag over
 * one. What can't hover points with the first tap and clicks with the second.
 */
function useDraggedRange(
  count: number,
  setPointed: (index: number | null) => void,
  onDragged: (range: IndexRange) => void,
) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const [tapped, setTapped] = useState<number | null>(null);
  const range = drag && {
    first: Math.min(drag.start, drag.end),
    last: Math.max(drag.start, drag.end),
  };
  const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    return Math.max(0, Math.min(count - 1, index));
  };
  return {
    range,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = indexAt(event);
        setDrag({ start: index, end: index });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const index = indexAt(event);
        if (drag) setDrag({ start: drag.start, end: index });
        else if (event.pointerType === "mouse") setPointed(index);
      },
      onPointerUp: ({ pointerType }: PointerEvent<HTMLElement>) => {
        const isFirstTap =
          range && pointerType !== "mouse" && range.first === range.last && tapped !== range.first;
        if (isFirstTap) setPointed(range.first);
        else if (range) onDragged(range);
        setTapped(isFirstTap ? range.first : null);
        setDrag(null);
      },
      onPointerLeave: ({ pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType === "mouse") setPointed(null);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}

type TimelineTooltipProps = {
  note: BarNote;
  plot: HTMLElement | null;
  /** Where it points, as a share of the plot's width. */
  at: number;
  onScroll: () => void;
};

const mostRows = 8;

/** What the bars under the pointer stand for, above everything else and in nobody's way. */
function TimelineTooltip({ note, plot, at, onScroll }: TimelineTooltipProps) {
  const t = timelineTexts();
  const ref = useRef<HTMLDivElement>(null);
  const { days, calls, statuses, gaps } = note;
  const left = statuses.length - mostRows;

  useLayoutEffect(() => {
    const box = plot?.getBoundingClientRect();
    if (!ref.current || !box) return;
    ref.current.showPopover();
    const x = box.left + at * box.width - ref.current.offsetWidth / 2;
    const most = document.documentElement.clientWidth - ref.current.offsetWidth - 8;
    ref.current.style.left = `${Math.max(8, Math.min(x, most))}px`;
    ref.current.style.top = `${box.bottom + 18}px`;
  });

  useEffect(() => {
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [onScroll]);

  return (
    <div
      ref={ref}
      popover="manual"
      aria-hidden
      className="pointer-events-none fixed inset-auto m-0 w-max min-w-40 max-w-72 rounded-md bg-raised p-2.5 text-text text-xs tabular-nums shadow-popover"
    >
      <p className="text-muted">{days}</p>
      <p className="font-medium">{calls}</p>
      {statuses.length > 0 ? (
        <ul className="mt-1.5 space-y-0.5">
          {statuses.slice(0, mostRows).map(({ status, label, tone, count, share }) => (
            <li key={status} className="flex items-center gap-1.5">
              <ToneDot tone={tone} />
              <bdi className="min-w-0 flex-1 truncate pr-3">{label}</bdi>
              <span>{count}</span>
              <span className="w-9 text-right text-muted">{share}</span>
            </li>
          ))}
          {left > 0 ? <li className="text-muted">{t.andMore(left)}</li> : null}
        </ul>
      ) : null}
      {gaps.length > 0 ? (
        <div className="mt-1.5 border-line border-t pt-1.5">
          <p className="text-warn">{t.mayBeMissing}</p>
          {gaps.slice(0, 3).map((text) => (
            <p key={text} dir="auto" className="wrap-anywhere">
              {text}
            </p>
          ))}
        </div>
      ) : null}
    </div>
  );
}
