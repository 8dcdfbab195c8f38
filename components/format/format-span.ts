import { formatShort } from "@/components/format/format-instant";

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
