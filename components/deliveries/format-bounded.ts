import { countFormat } from "@/components/recordings/count-format";
import type { BoundedCount } from "@/lib/intake/log/views";

/** "1,204", or "10,000+" where counting stopped. */
export function formatBounded({ count, isMore }: BoundedCount): string {
  return `${countFormat.format(count)}${isMore ? "+" : ""}`;
}
