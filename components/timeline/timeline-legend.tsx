import { ToneDot } from "@/components/vocabulary/tone-dot";
import type { PreparedTimeline } from "./prepare-timeline";

/** Which colour is which status, while no bar is pointed at. */
export function TimelineLegend({ statuses }: Pick<PreparedTimeline, "statuses">) {
  return statuses.slice(0, mostNamed).map(({ status, label, tone }) => (
    <span key={status} title={status} className="mr-3 whitespace-nowrap text-muted">
      <ToneDot tone={tone} /> <bdi>{label}</bdi>
    </span>
  ));
}

/** There is one line for them. */
const mostNamed = 12;
