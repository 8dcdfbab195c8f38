import { formatShort } from "./dates";

/** How long something took: "4 ms", "1.2 s". */
export function formatMs(ms: number): string {
  if (ms < 1) return "under 1 ms";
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** A span of time as a clock shows it: 1:05, 1:02:09. */
export function formatElapsed(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** A span of time as one says it: "1 minute 5 seconds". */
export function spellElapsed(seconds: number): string {
  const { hours, minutes, rest } = split(seconds);
  const parts = [say(hours, "hour"), say(minutes, "minute"), say(rest, "second")];
  return parts.filter(Boolean).join(" ") || "0 seconds";
}

function split(seconds: number) {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    rest: whole % 60,
  };
}

function say(value: number, unit: string): string {
  return value === 0 ? "" : `${value} ${unit}${value === 1 ? "" : "s"}`;
}

/** "19 Nov, 14:02–14:31", the second day only where it is another one. */
export function formatSpan(
  { fromAt, toAt }: { fromAt: string; toAt: string },
  timeZone: string,
  now: Date,
): string {
  const [from, to] = [fromAt, toAt].map((instant) => formatShort(instant, timeZone, now));
  if (!from || !to) return "";
  return from.day === to.day
    ? `${from.day}, ${from.time}–${to.time}`
    : `${from.day}, ${from.time} – ${to.day}, ${to.time}`;
}

/** How long it was, in one or two units: "16 s", "29 min", "3 h 5 min", "2 d 4 h". */
export function formatLength({ fromAt, toAt }: { fromAt: string; toAt: string }): string {
  const seconds = Math.round((Date.parse(toAt) - Date.parse(fromAt)) / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return join([Math.floor(minutes / 60), "h"], [minutes % 60, "min"]);
  const hours = Math.round(minutes / 60);
  return join([Math.floor(hours / 24), "d"], [hours % 24, "h"]);
}

function join(...parts: [number, string][]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}
