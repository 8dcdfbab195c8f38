import type { Clock } from "@/lib/recordings/filter/resolve-dates";
import { formatDay } from "./dates";

/** Days from and to, both included, as a filter says them; null where neither is set. */
export function describeDays(
  from: string | null,
  to: string | null,
): { verb: string; value: string } | null {
  if (from && to) {
    const value = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
    return { verb: "is", value };
  }
  if (from) return { verb: "from", value: formatDay(from) };
  return to ? { verb: "until", value: formatDay(to) } : null;
}

/** Days in few words: "14 – 20 Nov", "28 Oct – 3 Nov", "20 Nov"; the year where it isn't this one. */
export function formatDaySpan(
  { from, to }: { from: string; to: string },
  { now, timeZone }: Clock,
): string {
  const thisYear = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric" }).format(now);
  const isThisYear = [from, to].every((day) => day.startsWith(`${thisYear}-`));
  const [first, last] = [from, to].map((day) => formatBriefDay(day, isThisYear));
  if (from === to) return `${last}`;
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isOneMonth ? Number(from.slice(8)) : first} – ${last}`;
}

function formatBriefDay(day: string, isThisYear: boolean): string {
  const date = new Date(`${day}T00:00:00Z`);
  return (isThisYear ? dayFormat : dayAndYearFormat).format(date);
}

const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", timeZone: "UTC" };
const dayFormat = new Intl.DateTimeFormat("en-GB", options);
const dayAndYearFormat = new Intl.DateTimeFormat("en-GB", { ...options, year: "numeric" });
