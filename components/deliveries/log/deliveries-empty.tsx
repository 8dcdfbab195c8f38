import { Inbox, ShieldCheck } from "lucide-react";
import { EmptyList } from "@/components/list/empty-list";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import {
  type DeliveryQuery,
  emptyDeliveryFilter,
} from "@/lib/intake/deliveries/filter/delivery-filter";
import { filterHref, pageHref } from "./deliveries-href";
import { describeDeliveryFilter } from "./describe-delivery-filter";
import { isQuarantine } from "./is-quarantine";

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
