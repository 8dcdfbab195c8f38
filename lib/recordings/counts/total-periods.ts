import { Temporal } from "temporal-polyfill";

export type TotalPeriod = "day" | "week" | "month" | "year";

/** Days of one kind of period, which add or take away; null is open, and the end is not included. */
export type Span = {
  period: TotalPeriod;
  from: Temporal.PlainDate | null;
  below: Temporal.PlainDate | null;
  sign: 1 | -1;
};

type Cover = {
  /** From the longest to the shortest. */
  periods?: TotalPeriod[];
  /** Whether spans may take away what others add, where that is cheaper. */
  mayTake?: boolean;
};

/** Whole periods of the first kind, and what is left at the ends by the next ones. */
export function cover(
  from: Span["from"],
  below: Span["below"],
  { periods = ["year", "month", "week", "day"], mayTake = false }: Cover,
): Span[] {
  const [period, ...shorter] = periods;
  if (!period || (from && below && Temporal.PlainDate.compare(from, below) >= 0)) return [];
  const first = from && ceil(from, period);
  const end = below && floor(below, period);
  const order = first && end ? Temporal.PlainDate.compare(first, end) : -1;
  const coverPart = (one: Temporal.PlainDate, other: Temporal.PlainDate): Span[] => {
    const part = cover(one, other, { periods: shorter, mayTake });
    if (!mayTake || shorter.length === 0 || one.equals(other)) return part;
    const [begin, after] = [floor(one, period), ceil(other, period)];
    const rest = [
      ...cover(begin, one, { periods: shorter, mayTake }),
      ...cover(other, after, { periods: shorter, mayTake }),
    ];
    const less = rest.map((span): Span => ({ ...span, sign: span.sign > 0 ? -1 : 1 }));
    const whole: Span[] = [{ period, from: begin, below: after, sign: 1 }, ...less];
    return weigh(part) <= weigh(whole) ? part : whole;
  };
  // Within one period, or to both sides of where one ends.
  if (from && below && order > 0) return coverPart(from, below);
  return [
    ...(order < 0 ? [{ period, from: first, below: end, sign: 1 } as const] : []),
    ...(from && first ? coverPart(from, first) : []),
    ...(end && below ? coverPart(end, below) : []),
  ];
}

/** About as many rows as the periods have, by those of a day. */
function weigh(spans: Span[]): number {
  return spans.reduce((sum, { period, from, below }) => {
    const { days, rows } = weights[period];
    return sum + (from && below ? (from.until(below).days / days) * rows : 0);
  }, 0);
}

/** A longer period has more combinations of values, but not as many more as it has days. */
const weights: Record<TotalPeriod, { days: number; rows: number }> = {
  day: { days: 1, rows: 1 },
  week: { days: 7, rows: 2 },
  month: { days: 30, rows: 3 },
  year: { days: 365, rows: 4 },
};

function floor(day: Temporal.PlainDate, period: TotalPeriod): Temporal.PlainDate {
  if (period === "week") return day.subtract({ days: day.dayOfWeek - 1 });
  if (period === "month") return day.with({ day: 1 });
  return period === "year" ? day.with({ month: 1, day: 1 }) : day;
}

function ceil(day: Temporal.PlainDate, period: TotalPeriod): Temporal.PlainDate {
  const begin = floor(day, period);
  return begin.equals(day) ? day : floor(begin.add({ [`${period}s`]: 1 }), period);
}
