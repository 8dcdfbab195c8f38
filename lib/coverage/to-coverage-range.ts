import type { RecordingFilter } from "@/lib/recordings/filter";
import { startOfDay } from "@/lib/settings/calendar-day";

/** The calls that are asked about. Null: from the beginning, until now, of every campaign. */
export type CoverageRange = {
  fromAt: Date | null;
  /** Not included. */
  toAt: Date | null;
  /** Null among them is "no campaign". */
  campaigns: (string | null)[] | null;
};

/** The time and the campaigns of a filter, whose days begin in this zone. */
export function toCoverageRange(
  { from, to, campaign: { include } }: RecordingFilter,
  timeZone: string,
): CoverageRange {
  const toDate = (day: string | null, daysLater: number) => {
    const instant = day && startOfDay(day, timeZone, daysLater);
    return instant ? new Date(instant.epochMilliseconds) : null;
  };
  return {
    fromAt: toDate(from, 0),
    toAt: toDate(to, 1),
    campaigns: include.length > 0 ? include : null,
  };
}
