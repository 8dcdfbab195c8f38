import type { Clock } from "@/lib/recordings/filter/resolve-dates";
import { formatDay } from "./dates";
import { dateFormat } from "./intl";
import { formatTexts } from "./texts.en";

/** Days from and to, both included, as a filter says them; null where neither is set. */
export function describeDays(
  from: string | null,
  to: string | null,
): { verb: string; value: string } | null {
  const t = formatTexts().days;
  if (from && to) {
    const value = from === to ? formatDay(from) : t.fromTo(formatDay(from), formatDay(to));
    return { verb: t.is, value };
  }
  if (from) return { verb: t.from, value: formatDay(from) };
  return to ? { verb: t.until, value: formatDay(to) } : null;
}

/** Days in few words: "14–20 Nov", "28 Oct – 3 Nov", "20 Nov"; the year where it isn't this one. */
export function formatDaySpan(
  { from, to }: { from: string; to: string },
  { now, timeZone }: Clock,
): string {
  const thisYear = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric" }).format(now);
  const isThisYear = [from, to].every((day) => day.startsWith(`${thisYear}-`));
  const format = isThisYear ? dayFormat : dayAndYearFormat;
  return from === to ? format.format(toDate(to)) : format.formatRange(toDate(from), toDate(to));
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", timeZone: "UTC" };
const dayFormat = dateFormat(options);
const dayAndYearFormat = dateFormat({ ...options, year: "numeric" });
