import { classNames } from "@/components/ui/class-names";
import { toneFill } from "@/components/ui/tone";
import { describeTimeline, type PreparedTimeline } from "./prepare-timeline";

export type IndexRange = { first: number; last: number };

type TimelinePlotProps = {
  timeline: PreparedTimeline;
  /** The bars that are pointed at. */
  shown?: IndexRange | null;
  /** The bars that a drag passes over. */
  range?: IndexRange | null;
};

/** Bars over their axis of calls, and gaps behind them. It fills a box that has 2rem to its left. */
export function TimelinePlot({ timeline, shown, range }: TimelinePlotProps) {
  const isWithin = (index: number) => !range || (index >= range.first && index <= range.last);
  return (
    <div
      role="img"
      aria-label={describeTimeline(timeline)}
      className="absolute inset-0 border-line-strong border-b"
    >
      {timeline.levels.map(({ at, label }) => (
        <div
          key={label}
          className="absolute right-0 -left-8 flex w-auto translate-y-1/2 items-center"
          style={{ bottom: `${at * 100}%` }}
        >
          <span className="w-8 pr-1.5 text-right text-muted text-tiny tabular-nums">{label}</span>
          <span className="h-px flex-1 bg-line" />
        </div>
      ))}
      {timeline.gaps.map(({ from, to, text }) => (
        <div
          key={`${from} ${text}`}
          className="hatched text-warn absolute inset-y-0 min-w-1"
          style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
      ))}
      <div className="absolute inset-0 flex items-end transition-opacity in-aria-busy:opacity-50">
        {timeline.bars.map((bar, index) => (
          <div
            key={bar.from}
            className="h-full min-w-0 flex-1 px-px data-shown:bg-text/8"
            data-shown={shown && index >= shown.first && index <= shown.last ? "" : undefined}
          >
            <div
              className={classNames(
                "mx-auto flex h-full max-w-8 flex-col-reverse",
                bar.isEstimate && "estimated",
                !isWithin(index) && "opacity-40",
              )}
            >
              {bar.parts.map(({ status, tone, height }) => (
                <div
                  key={status}
                  className={classNames("min-h-px last:rounded-t-xs", toneFill[tone])}
                  style={{ height: `${height * 100}%` }}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The axis of time below them. */
export function TimelineTicks({ ticks }: Pick<PreparedTimeline, "ticks">) {
  return (
    <div aria-hidden className="relative h-3.5 text-muted text-tiny leading-3.5">
      {ticks.map(({ at, label }) => (
        <span
          key={at}
          className="absolute -translate-x-1/2 whitespace-nowrap tabular-nums @max-md:nth-[even]:hidden"
          style={{ left: `${at * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}
