import { formatTexts } from "./texts.en";

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

function toDay(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(now);
}

function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
