import { useEffect, useLayoutEffect, useRef } from "react";
import { ToneDot } from "@/components/vocabulary/named-value";
import type { BarNote } from "./prepare-timeline";

type TimelineTooltipProps = {
  note: BarNote;
  plot: HTMLElement | null;
  /** Where it points, as a share of the plot's width. */
  at: number;
  onScroll: () => void;
};

const mostRows = 8;

/** What the bars under the pointer stand for, above everything else and in nobody's way. */
export function TimelineTooltip({ note, plot, at, onScroll }: TimelineTooltipProps) {
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
          {left > 0 ? <li className="text-muted">and {left} more</li> : null}
        </ul>
      ) : null}
      {gaps.length > 0 ? (
        <div className="mt-1.5 border-line border-t pt-1.5">
          <p className="text-warn">Calls may be missing</p>
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
