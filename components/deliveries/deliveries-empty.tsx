import { Inbox, SearchX, ShieldCheck } from "lucide-react";
import { ListLink } from "@/components/recordings/list-link";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { type DeliveryQuery, emptyDeliveryFilter } from "@/lib/intake/log/delivery-filter";
import { filterHref, pageHref } from "./deliveries-href";
import { describeDeliveryFilter } from "./describe-delivery-filter";
import { isQuarantine } from "./is-quarantine";

/** Why the log shows no delivery: past its end, none matches, none is held back, or none came yet. */
export function DeliveriesEmpty({ query }: { query: DeliveryQuery }) {
  const filters = describeDeliveryFilter(query).length;
  const link = buttonStyle("secondary", "small");
  if (query.page.after !== null || query.page.before !== null) {
    const first = (
      <ListLink href={pageHref(query, "first")} className={link}>
        First page
      </ListLink>
    );
    return (
      <EmptyState icon={SearchX} title="No more deliveries" actions={first}>
        This page lies past the end of the log.
      </EmptyState>
    );
  }
  if (isQuarantine(query.filter) && filters === 1) {
    return (
      <EmptyState icon={ShieldCheck} title="Nothing is held back">
        Every record of every delivery was understood.
      </EmptyState>
    );
  }
  if (filters > 0) {
    const clear = (
      <ListLink href={filterHref(query, emptyDeliveryFilter)} className={link}>
        Clear filters
      </ListLink>
    );
    return (
      <EmptyState icon={SearchX} title="No deliveries match" actions={clear}>
        No delivery has everything that the filters ask for. Take one off, or clear them all.
      </EmptyState>
    );
  }
  const register = (
    <ButtonLink href="/settings/webhooks" variant="primary" size="small">
      Show the webhook URL
    </ButtonLink>
  );
  return (
    <EmptyState icon={Inbox} title="No deliveries yet" actions={register}>
      Register Earshot’s webhook URL with your calling service. Whatever it sends is kept here,
      understood or not.
    </EmptyState>
  );
}
