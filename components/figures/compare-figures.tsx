import { ArrowDown, ArrowUp } from "lucide-react";
import { describeDays } from "@/components/format/dates";
import { type NumberFormat, numberFormat } from "@/components/format/intl";
import { countFormat } from "@/components/format/numbers";
import type { PaintedFigures, Sums } from "@/components/recordings/list-answers";
import { classNames } from "@/components/ui/class-names";
import { texts } from "@/lib/language/texts";

export type Change = {
  direction: "up" | "down" | "same";
  /** "12 %" or "3.1 pts". */
  text: string;
  /** What it was, and when, in words. */
  title: string;
};

export type Figure = {
  label: string;
  /** "—" where there is none. */
  text: string;
  /** Null: nothing to compare with. */
  change: Change | null;
};

export type FigureSet = Record<"calls" | "minutes" | "average" | "success", Figure>;

/** Calls, minutes, average length and success share, with how they differ from the days before. */
export function compareFigures({ current, before }: PaintedFigures): FigureSet {
  const days = (before && describeDays(before.from, before.to)?.value) ?? "";
  return compareSums(current, before, (figure) => figuresTexts().before(figure, days));
}

/**
 * The same of any two sums.
 * @param place says in words where the other one's figure is from
 */
export function compareSums(
  current: Sums,
  other: Sums | null,
  place: (figure: string) => string,
): FigureSet {
  const t = figuresTexts();
  const build = (
    label: string,
    read: (sums: Sums) => number | null,
    format: NumberFormat,
    toChange: typeof toGrowth,
  ): Figure => {
    const now = read(current);
    const former = other && read(other);
    if (now === null) return { label, text: "—", change: null };
    const text = format.format(now);
    if (former === null) return { label, text, change: null };
    const change = toChange(now, former);
    return { label, text, change: change && { ...change, title: place(format.format(former)) } };
  };
  return {
    calls: build(t.calls, ({ calls }) => calls, countFormat, toGrowth),
    minutes: build(t.minutes, ({ minutes }) => minutes, countFormat, toGrowth),
    average: build(
      t.average,
      ({ calls, minutes }) => divide(minutes, calls),
      lengthFormat,
      toGrowth,
    ),
    success: build(
      t.success,
      ({ calls, successes }) => divide(successes, calls),
      shareFormat,
      toPoints,
    ),
  };
}

function divide(part: number | null, whole: number | null): number | null {
  return part === null || !whole ? null : part / whole;
}

/** Null: of nothing there is no share by which it could have grown. */
function toGrowth(now: number, former: number): Omit<Change, "title"> | null {
  if (former === 0) return null;
  const growth = now / former - 1;
  const text = shareFormat.format(Math.min(Math.abs(growth), mostGrowth));
  return { direction: toDirection(growth, 0.0005), text: growth > mostGrowth ? `>${text}` : text };
}

/** Beyond that its digits say nothing any more; the former figure stands beside it. */
const mostGrowth = 9.99;

export function toPoints(now: number, former: number): Omit<Change, "title"> {
  const points = (now - former) * 100;
  return {
    direction: toDirection(points, 0.05),
    text: figuresTexts().points(pointFormat.format(Math.abs(points))),
  };
}

/** What is less than the last digit that is shown is no change. */
function toDirection(difference: number, least: number): Change["direction"] {
  if (Math.abs(difference) < least) return "same";
  return difference > 0 ? "up" : "down";
}

const digitFormat = numberFormat({ maximumFractionDigits: 1, minimumFractionDigits: 1 });
const lengthFormat: NumberFormat = {
  format: (minutes) => figuresTexts().lengthInMinutes(digitFormat.format(minutes)),
};
export const shareFormat = numberFormat({ style: "percent", maximumFractionDigits: 1 });
const pointFormat = numberFormat({ maximumFractionDigits: 1 });

type ChangeMarkProps = { change: Change; isGoodUp?: boolean; same?: string };

/** How a figure differs from a former one: an arrow, and in words for who doesn't see it. */
export function ChangeMark({ change, isGoodUp = false, same }: ChangeMarkProps) {
  const t = figuresTexts();
  const { direction, text, title } = change;
  if (direction === "same") {
    return (
      <span title={title} className="text-muted text-xs">
        {same ?? t.unchanged}
        <span className="sr-only"> {t.from(title)}</span>
      </span>
    );
  }
  const isUp = direction === "up";
  const Arrow = isUp ? ArrowUp : ArrowDown;
  const colour = !isGoodUp ? "text-muted" : isUp ? "text-good" : "text-bad";
  return (
    <span
      title={title}
      className={classNames("flex items-center whitespace-nowrap text-xs", colour)}
    >
      <Arrow aria-hidden className="size-3" />
      <span className="sr-only">{isUp ? t.up : t.down} </span>
      {text}
      <span className="sr-only"> {t.from(title)}</span>
    </span>
  );
}

export const figuresTexts = texts("figures", {
  figures: "Figures",
  calls: "Calls",
  minutes: "Minutes",
  average: "Average length",
  success: "Success share",
  /** A length, as in "5.5 min". */
  lengthInMinutes: (minutes: string) => `${minutes} min`,
  /** Points of percentage, as in "3.1 pts". */
  points: (points: string) => `${points} pts`,
  /** What a figure was in the days before: "120 on 9 Nov 2026 to 15 Nov 2026". */
  before: (figure: string, days: string) => `${figure} on ${days}`,
  unchanged: "unchanged",
  /** For who doesn't see the arrow: "up 25% from 8 on 9 Nov 2026". */
  up: "up",
  down: "down",
  from: (former: string) => `from ${former}`,
  changeSuccess: "Change what counts as success",
  chooseSuccess: "Set up what counts as success",
  setUp: "Set up",
  explanation: "Calls with these statuses count as success, for everyone.",
  saving: "Saving…",
  save: "Save",
});
