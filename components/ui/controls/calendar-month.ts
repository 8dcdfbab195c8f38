import { firstDay, lastDay } from "@/lib/settings/calendar-day";

/** Days are written YYYY-MM-DD, so that the order of the texts is that of the days. */

/**
 * The six weeks around a day's month, Monday first, so that every month is as high as the others.
 * Null past the last day.
 */
export function toMonthWeeks(day: string): (string | null)[][] {
  const first = toDate(startOfWeek(`${day.slice(0, 7)}-01`)).getTime();
  return [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
      const date = new Date(first + (week * 7 + weekday) * dayMs);
      return date.getUTCFullYear() > 9_999 ? null : toDay(date);
    }),
  );
}

/** Not past the first day and the last. */
function shiftDays(day: string, days: number): string {
  return toDay(new Date(toDate(day).getTime() + days * dayMs));
}

/** The same day of another month, or the last one where that is shorter; not past the last month. */
export function shiftMonths(day: string, months: number): string {
  const first = toDate(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  if (first.getUTCFullYear() > 9_999) return lastDay;
  const next = new Date(first);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const last = shiftDays(toDay(next), -1);
  const same = `${toDay(first).slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

export function startOfWeek(day: string): string {
  return shiftDays(day, -((toDate(day).getUTCDay() + 6) % 7));
}

/** Where a key leads from a day in a grid of days; null: nowhere. */
export function stepByKey(day: string, key: string, isShift: boolean): string | null {
  const next = steps[key]?.(day, isShift) ?? null;
  const isAtEnd = next === day && (day === firstDay || day === lastDay);
  return isAtEnd ? null : next;
}

const steps: Record<string, (day: string, isShift: boolean) => string> = {
  ArrowLeft: (day) => shiftDays(day, -1),
  ArrowRight: (day) => shiftDays(day, 1),
  ArrowUp: (day) => shiftDays(day, -7),
  ArrowDown: (day) => shiftDays(day, 7),
  Home: startOfWeek,
  End: (day) => shiftDays(startOfWeek(day), 6),
  PageUp: (day, isShift) => shiftMonths(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => shiftMonths(day, isShift ? 12 : 1),
};

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function toDay(date: Date): string {
  const day = date.toISOString();
  if (day.startsWith("+")) return lastDay;
  return day.startsWith("-") || day < firstDay ? firstDay : day.slice(0, 10);
}

const dayMs = 86_400_000;
