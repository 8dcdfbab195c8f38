/** Days are written YYYY-MM-DD, so that the order of the texts is that of the days. */

/** The six weeks around a day's month, Monday first, so that every month is as high as the others. */
export function toMonthWeeks(day: string): string[][] {
  const first = startOfWeek(`${day.slice(0, 7)}-01`);
  return [0, 1, 2, 3, 4, 5].map((week) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday) => shiftDays(first, week * 7 + weekday)),
  );
}

export function shiftDays(day: string, days: number): string {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + days);
  return toDay(date);
}

/** The same day of another month, or the last one where that is shorter. */
export function shiftMonths(day: string, months: number): string {
  const first = toDate(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
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
  return next !== null && next >= firstDay && next <= lastDay ? next : null;
}

const firstDay = "1000-01-01";
const lastDay = "9999-12-31";

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
  return date.toISOString().slice(0, 10);
}
