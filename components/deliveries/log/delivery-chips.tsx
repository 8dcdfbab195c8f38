import { ActiveFilters } from "@/components/list/active-filters";
import {
  type DeliveryQuery,
  emptyDeliveryFilter,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import { filterHref } from "./deliveries-href";
import { describeDeliveryFilter } from "./describe-delivery-filter";

/** What narrows the log. */
export function DeliveryChips({ query }: { query: DeliveryQuery }) {
  return (
    <ActiveFilters
      chips={describeDeliveryFilter(query)}
      clearHref={filterHref(query, emptyDeliveryFilter)}
    />
  );
}
