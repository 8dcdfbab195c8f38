import { NeighbourPages } from "@/components/list/neighbour-pages";
import type { DeliveryQuery } from "@/lib/intake/deliveries/filter/delivery-filter";
import type { DeliveryListView } from "@/lib/intake/deliveries/views";
import { pageHref } from "./deliveries-href";

type DeliveriesPagingProps = { query: DeliveryQuery } & Pick<DeliveryListView, "after" | "before">;

/** The neighbouring pages of the log. */
export function DeliveriesPaging({ query, after, before }: DeliveriesPagingProps) {
  return (
    <NeighbourPages
      first={pageHref(query, "first")}
      previous={before === null ? null : { href: pageHref(query, { before }), label: "Newer" }}
      next={after === null ? null : { href: pageHref(query, { after }), label: "Older" }}
    />
  );
}
