"use client";

import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { ToneDot } from "@/components/ui/tone";
import {
  type BarNote,
  describeBars,
  type PreparedTimeline,
  spellNote,
  timelineTexts,
} from "./prepare-timeline";
import { type IndexRange, TimelinePlot, TimelineTicks } from "./timeline-plot";

type TimelineGraphProps = {
  timeline: PreparedTimeline;
  /** What is drawn, where there are several. */
  label?: string;
  /** How high it is. */
  className: string;
  /** Another filter is being counted. */
  isStale?: boolean;
  /** What a click on a bar or a drag over several does; without it they are read only. */
  onChosen?: (range: IndexRange) => void;
};

/**
 * The bars with their axes, to be read by the mouse, by touch and by the keyboard: what a bar stands
 * for is told beside it. It fills a box that has 2rem to its left.
 */
export function TimelineGraph(props: TimelineGraphProps) {
  const { timeline, label, className, isStale = false, onChosen } = props;
  const t = timelineTexts();
  const { bars } = timeline;
  const [pointed, setPointed] = useState<number | null>(null);
  const { range, handlers } = useDraggedRange(bars.length, pointed, setPointed, onChosen);
  const shown = range ?? (pointed === null ? null : { first: pointed, last: pointed });
  const note = shown && describeBars(timeline, shown);
  const plotRef = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = pointed ?? 0;
    const moves: Record<string, number | null> = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: bars.length - 1,
      Escape: null,
    };
    const to = moves[event.key];
    if (event.key === "Enter") onChosen?.({ first: at, last: at });
    else if (to !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      setPointed(to === null ? null : Math.max(0, Math.min(bars.length - 1, to)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <div ref={plotRef} aria-busy={isStale} className={`relative ${className}`}>
        <TimelinePlot timeline={timeline} shown={shown} range={range} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={label ?? t.bars}
          aria-description={onChosen && t.barsHint}
          aria-valuemin={1}
          aria-valuemax={bars.length}
          aria-valuenow={(shown?.first ?? 0) + 1}
          aria-valuetext={note ? spellNote(note) : t.noneChosen}
          className={`absolute inset-0 touch-pan-y select-none ${onChosen ? "cursor-crosshair" : ""}`}
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
          onLeft={() => setPointed(null)}
        />
      ) : null}
    </>
  );
}

/**
 * Which of `count` equal columns is pointed at, and which a drag passes over; a click is a drag over
 * one. What can't hover points with the first tap and clicks with the second.
 */
function useDraggedRange(
  count: number,
  pointed: number | null,
  setPointed: (index: number | null) => void,
  onDragged: ((range: IndexRange) => void) | undefined,
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
        const isTap = range && pointerType !== "mouse" && range.first === range.last;
        // What was told by a tap and hidden since is told anew.
        const isFirstTap = isTap && (tapped !== range.first || pointed !== range.first);
        if (isFirstTap) setPointed(range.first);
        else if (range && onDragged) onDragged(range);
        else if (isTap) setPointed(null);
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
  /** The page was scrolled, or pressed elsewhere. */
  onLeft: () => void;
};

const mostRows = 8;

/** What the bars under the pointer stand for, above everything else and in nobody's way. */
function TimelineTooltip({ note, plot, at, onLeft }: TimelineTooltipProps) {
  const t = timelineTexts();
  const ref = useRef<HTMLDivElement>(null);
  const { days, calls, statuses, gaps } = note;
  const left = statuses.length - mostRows;

  useLayoutEffect(() => {
    const box = plot?.getBoundingClientRect();
    if (!ref.current || !box) return;
    ref.current.showPopover();
    const x = box.left + at * box.width - ref.current.offsetWidth / 2;
    const { clientWidth, clientHeight } = document.documentElement;
    const most = clientWidth - ref.current.offsetWidth - 8;
    const below = box.bottom + 18;
    const isTooLow = below + ref.current.offsetHeight + 8 > clientHeight;
    const above = box.top - ref.current.offsetHeight - 8;
    ref.current.style.left = `${Math.max(8, Math.min(x, most))}px`;
    ref.current.style.top = `${isTooLow && above > 0 ? above : below}px`;
  });

  useEffect(() => {
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && plot?.contains(target))) onLeft();
    };
    addEventListener("scroll", onLeft, { passive: true });
    addEventListener("pointerdown", onPress, { passive: true });
    return () => {
      removeEventListener("scroll", onLeft);
      removeEventListener("pointerdown", onPress);
    };
  }, [plot, onLeft]);

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
