import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { toInstants } from "@/lib/settings/calendar-day";

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
  const { startAt, endAt } = toInstants({ from, to }, timeZone);
  return {
    fromAt: startAt && new Date(startAt.epochMilliseconds),
    toAt: endAt && new Date(endAt.epochMilliseconds),
    campaigns: include.length > 0 ? include : null,
  };
}
