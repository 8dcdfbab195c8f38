import { ToneDot } from "@/components/vocabulary/tone-dot";
import type { PreparedTimeline } from "./prepare-timeline";

/**
 * Which colour is which status, while no bar is pointed at: as many as one line has room for. A phone
 * has none, but tells it by every card.
 */
export function TimelineLegend({ statuses }: Pick<PreparedTimeline, "statuses">) {
  return (
    <span className="flex h-4 flex-wrap justify-center gap-x-3 overflow-hidden text-muted max-sm:hidden">
      {statuses.map(({ status, label, tone }) => (
        <span key={status} title={status} className="inline-flex max-w-full items-center gap-1.5">
          <ToneDot tone={tone} />
          <bdi className="truncate">{label}</bdi>
        </span>
      ))}
    </span>
  );
}
