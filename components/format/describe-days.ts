import { formatDay } from "./format-instant";

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
