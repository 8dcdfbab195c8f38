import { formatShort } from "./dates";
import { numberFormat } from "./intl";
import { formatTexts } from "./text";

/** How long something took: "4 ms", "1.2 s". */
export function formatMs(ms: number): string {
  if (ms < 1) return formatTexts().underMilliseconds;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${tenths.format(ms / 1_000)} s`;
}

const tenths = numberFormat({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/** A span of time as a clock shows it: 1:05, 1:02:09. */
export function formatElapsed(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** A span of time as one says it: "1 minute 5 seconds". */
export function spellElapsed(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  const t = formatTexts().spelled;
  return join([hours, t.hours], [minutes, t.minutes], [rest, t.seconds]) || t.seconds(0);
}

function split(seconds: number) {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    rest: whole % 60,
  };
}

/** "19 Nov, 14:02–14:31", the second day or time only where it is another one. */
export function formatSpan(
  { fromAt, toAt }: { fromAt: string; toAt: string },
  timeZone: string,
  now: Date,
): string {
  const [from, to] = [fromAt, toAt].map((instant) => formatShort(instant, timeZone, now));
  if (!from || !to) return "";
  if (from.day === to.day && from.time === to.time) return `${from.day}, ${from.time}`;
  return from.day === to.day
    ? `${from.day}, ${from.time}–${to.time}`
    : `${from.day}, ${from.time} – ${to.day}, ${to.time}`;
}

/** How long it was, in one or two units: "16 s", "29 min", "3 h 5 min", "2 d 4 h". */
export function formatLength({ fromAt, toAt }: { fromAt: string; toAt: string }): string {
  const seconds = Math.round((Date.parse(toAt) - Date.parse(fromAt)) / 1_000);
  const t = formatTexts().length;
  if (seconds < 60) return t.seconds(seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t.minutes(minutes);
  if (minutes < 24 * 60)
    return join([Math.floor(minutes / 60), t.hours], [minutes % 60, t.minutes]);
  const hours = Math.round(minutes / 60);
  return join([Math.floor(hours / 24), t.days], [hours % 24, t.hours]);
}

function join(...parts: [number, (count: number) => string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, say]) => say(count))
    .join(" ");
}

type DatePreset = { label: string; from: string; to: string };

/** The usual spans of days, as they stand at `now` in the viewer's zone. */
export function datePresets(now: Date, timeZone: string): DatePreset[] {
  const today = toDay(now, timeZone);
  const daysAgo = (days: number) => shiftDay(today, -days);
  const t = formatTexts().presets;
  return [
    { label: t.today, from: today, to: today },
    { label: t.yesterday, from: daysAgo(1), to: daysAgo(1) },
    lastWeek(now, timeZone),
    { label: t.last30Days, from: daysAgo(29), to: today },
    { label: t.thisMonth, from: `${today.slice(0, 8)}01`, to: today },
  ];
}

/** Today and the six days before. */
export function lastWeek(now: Date, timeZone: string): DatePreset {
  const today = toDay(now, timeZone);
  return { label: formatTexts().presets.last7Days, from: shiftDay(today, -6), to: today };
}

/** The day (YYYY-MM-DD) of an instant by the clock of a zone. */
export function toDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(instant);
}

function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
