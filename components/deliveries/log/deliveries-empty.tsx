import { Inbox, ShieldCheck } from "lucide-react";
import { EmptyList } from "@/components/list/empty";
import { NeighbourPages } from "@/components/list/paging";
import { ButtonLink } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { type DeliveryQuery, emptyDeliveryFilter } from "@/lib/intake/log/delivery-filter";
import type { DeliveryListView } from "@/lib/intake/log/views";
import { describeDeliveryFilter, filterHref, isQuarantine, pageHref } from "./deliveries-href";

/** Why the log shows no delivery; that none is held back is good news. */
export function DeliveriesEmpty({ query }: { query: DeliveryQuery }) {
  const filters = describeDeliveryFilter(query).length;
  const isAllWell = isQuarantine(query.filter) && filters === 1;
  const register = (
    <ButtonLink href="/settings/webhooks" variant="primary" size="small">
      Show the webhook URL
    </ButtonLink>
  );
  return (
    <EmptyList
      things="deliveries"
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={filters > 0 && !isAllWell}
      clearHref={filterHref(query, emptyDeliveryFilter)}
      advice="No delivery has everything that the filters ask for. Take one off, or clear them all."
    >
      {isAllWell ? (
        <EmptyState icon={ShieldCheck} title="Nothing is held back">
          Every record of every delivery was understood.
        </EmptyState>
      ) : (
        <EmptyState icon={Inbox} title="No deliveries yet" actions={register}>
          Register Earshot’s webhook URL with your calling service. Whatever it sends is kept here,
          understood or not.
        </EmptyState>
      )}
    </EmptyList>
  );
}

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
