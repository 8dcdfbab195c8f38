import { tellSpan } from "@/components/format/tell-span";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { type Clock, toFixedDays } from "@/lib/recordings/filter/fix-days";
import { tellRelativeDays } from "@/lib/recordings/filter/relative-days";

/** What a link can say of the list's days; null where they are fixed, or none. */
export function toLinkDays({ days }: Pick<RecordingFilter, "days">, clock: Clock) {
  if (days === null) return null;
  const span = toFixedDays(days, clock);
  return { relative: tellRelativeDays(days), fixed: tellSpan(span, clock), ...span };
}
