"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { formatElapsed, spellElapsed } from "@/components/format/time-spans";
import { classNames } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/controls/button";
import { texts } from "@/lib/language/texts";
import { type Annotations, findLoudest, type Peaks, toBars } from "./waveform-content";

type WaveformProps = Annotations & {
  /** Null and undefined: a plain bar is drawn. */
  peaks: Peaks | null | undefined;
  elapsedSeconds: number;
  /** Null: not known yet. */
  durationSeconds: number | null;
  onSeek: (seconds: number) => void;
  className: string;
  /** Of the buttons that make it longer and shorter. */
  zoomClassName?: string;
};

const mostZoom = 16;

/**
 * A recording along its time, which leads to any moment of it. Whatever is drawn lies under a native
 * slider, which brings keys, touch and words.
 */
export function Waveform(props: WaveformProps) {
  const t = waveformTexts();
  const { peaks, elapsedSeconds, durationSeconds, onSeek } = props;
  const { ranges, markers, className, zoomClassName = "hidden" } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(scroller);
  const [zoom, setZoom] = useState(1);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const isKnown = durationSeconds !== null && durationSeconds > 0;
  const toShare = (seconds: number) =>
    isKnown ? Math.min(1, Math.max(0, seconds / durationSeconds)) : 0;
  const share = toShare(elapsedSeconds);
  useFollowed(scroller, { share, zoom });
  const lanes = isKnown && peaks ? peaks.lanes : [];
  const zoomTo = (wanted: number) => setZoom(Math.min(mostZoom, Math.max(1, wanted)));

  return (
    <div className="flex min-w-0 flex-1 items-center gap-1">
      <div
        ref={scroller}
        data-waveform={lanes.length}
        onPointerMove={({ clientX, pointerType, currentTarget }) => {
          if (pointerType !== "mouse" || !isKnown) return;
          const { left } = currentTarget.getBoundingClientRect();
          const { scrollLeft, scrollWidth } = currentTarget;
          setPointedAt(Math.min(1, Math.max(0, (clientX - left + scrollLeft) / scrollWidth)));
        }}
        onPointerLeave={() => setPointedAt(null)}
        className={classNames(
          "wave min-w-0 flex-1 overflow-x-auto overflow-y-hidden rounded has-[.wave-slider:focus-visible]:outline-2 has-[.wave-slider:focus-visible]:outline-accent",
          className,
        )}
      >
        <div className="relative h-full" style={{ width: `${zoom * 100}%` }}>
          <div aria-hidden className="absolute inset-x-0 top-0.5 bottom-1 flex flex-col gap-px">
            {lanes.length > 0 ? (
              lanes.map((lane, index) => (
                <Lane
                  // biome-ignore lint/suspicious/noArrayIndexKey: a channel is known by its number alone
                  key={index}
                  lane={lane}
                  loudest={findLoudest(lanes)}
                  count={Math.floor((widthPx * zoom) / barPx)}
                  share={share}
                />
              ))
            ) : (
              <PlainBar share={share} />
            )}
          </div>
          {ranges.map(({ fromSeconds, toSeconds, by }) => (
            <span
              key={`${by} ${fromSeconds}-${toSeconds}`}
              aria-hidden
              data-wave-range={by ?? ""}
              className={classNames(
                "absolute bottom-0 h-1 rounded-full",
                by === "others" ? "bg-line-strong" : "bg-good",
              )}
              style={toPlace(toShare(fromSeconds), toShare(toSeconds))}
            />
          ))}
          <input
            type="range"
            aria-label={t.seek}
            aria-valuetext={
              isKnown
                ? t.place(spellElapsed(elapsedSeconds), spellElapsed(durationSeconds))
                : t.lengthUnknown
            }
            min={0}
            max={durationSeconds ?? 0}
            step={0.1}
            value={isKnown ? Math.min(elapsedSeconds, durationSeconds) : 0}
            disabled={!isKnown}
            onChange={({ target }) => onSeek(target.valueAsNumber)}
            onKeyDown={(event) => {
              if (event.key !== "+" && event.key !== "-") return;
              event.preventDefault();
              zoomTo(event.key === "+" ? zoom * 2 : zoom / 2);
            }}
            className="wave-slider absolute inset-0 size-full"
          />
          {isKnown
            ? markers.map(({ id, atSeconds, label }) => (
                <button
                  key={id}
                  type="button"
                  data-wave-marker
                  aria-label={t.marker(label, spellElapsed(atSeconds))}
                  title={`${formatElapsed(atSeconds)} ${label}`}
                  onClick={() => onSeek(atSeconds)}
                  className="wave-marker"
                  style={{ left: toPercent(toShare(atSeconds)) }}
                />
              ))
            : null}
          {pointedAt !== null && isKnown ? (
            <span
              aria-hidden
              className="pointer-events-none absolute top-0 -translate-x-1/2 rounded bg-raised px-1 text-tiny tabular-nums shadow-popover"
              style={{ left: `clamp(1.25rem, ${toPercent(pointedAt)}, 100% - 1.25rem)` }}
            >
              {formatElapsed(pointedAt * durationSeconds)}
            </span>
          ) : null}
        </div>
      </div>
      {lanes.length > 0 ? (
        <div className={classNames("shrink-0", zoomClassName)}>
          <IconButton label={t.zoomOut} disabled={zoom <= 1} onClick={() => zoomTo(zoom / 2)}>
            <ZoomOut aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={t.zoomIn} disabled={zoom >= mostZoom} onClick={() => zoomTo(zoom * 2)}>
            <ZoomIn aria-hidden className="size-4" />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}

const barPx = 3;

type LaneProps = { lane: Uint8Array; loudest: number; count: number; share: number };

/** One channel: what was passed lies over the whole of it in another colour. */
function Lane({ lane, loudest, count, share }: LaneProps) {
  const bars = toBars(lane, count, loudest);
  const path = bars.map((value, at) => {
    const half = Math.max(0.03, value * 0.5);
    return `M${at} ${(0.5 - half).toFixed(3)}h.66v${(2 * half).toFixed(3)}h-.66z`;
  });
  const drawn = (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length} 1`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full fill-current"
    >
      <path d={path.join("")} />
    </svg>
  );
  return (
    <div className="relative min-h-0 flex-1 text-line-strong">
      {drawn}
      <div
        className="absolute inset-0 text-accent-solid"
        style={{ clipPath: `inset(0 ${toPercent(1 - share)} 0 0)` }}
      >
        {drawn}
      </div>
    </div>
  );
}

function PlainBar({ share }: { share: number }) {
  return (
    <div className="my-auto h-1 overflow-hidden rounded-full bg-line-strong">
      <div className="h-full bg-accent-solid" style={{ width: toPercent(share) }} />
    </div>
  );
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

function toPlace(from: number, to: number): React.CSSProperties {
  return { left: toPercent(from), width: toPercent(Math.max(0, to - from)) };
}

function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidthPx(Math.round(entry.contentRect.width));
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}

/** Keeps in sight what plays, page by page; who has scrolled away from it is left alone. */
function useFollowed(
  ref: RefObject<HTMLElement | null>,
  { share, zoom }: { share: number; zoom: number },
): void {
  const before = useRef({ share, zoom });
  useLayoutEffect(() => {
    const element = ref.current;
    const was = before.current;
    before.current = { share, zoom };
    if (!element || zoom === 1) return;
    const { clientWidth, scrollLeft } = element;
    const isInSight = (x: number) => x >= scrollLeft && x <= scrollLeft + clientWidth;
    const x = share * clientWidth * zoom;
    if (was.zoom !== zoom) element.scrollLeft = x - clientWidth / 2;
    else if (!isInSight(x) && isInSight(was.share * clientWidth * zoom)) {
      element.scrollLeft = x - clientWidth * 0.1;
    }
  }, [ref, share, zoom]);
}

export const waveformTexts = texts("waveform", {
  seek: "Seek",
  place: (elapsed: string, length: string) => `${elapsed} of ${length}`,
  lengthUnknown: "Length unknown",
  marker: (label: string, moment: string) => `${label}, at ${moment}`,
  zoomOut: "Zoom out",
  zoomIn: "Zoom in",
});
