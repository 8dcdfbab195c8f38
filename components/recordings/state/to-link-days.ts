import { tellSpan } from "@/components/format/tell-span";
import type { RecordingFilter } from "@/lib/recordings/filter";
import { type Clock, toFixedDays } from "@/lib/recordings/fix-days";
import { tellRelativeDays } from "@/lib/recordings/relative-days";

/** What a link can say of the list's days; null where they are fixed, or none. */
export function toLinkDays({ days }: Pick<RecordingFilter, "days">, clock: Clock) {
  if (days === null) return null;
  const span = toFixedDays(days, clock);
  return { relative: tellRelativeDays(days), fixed: tellSpan(span, clock), ...span };
}
