import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { UnreadParameters } from "@/components/list/unread-parameters";
import type { DeliveryQuery } from "@/lib/intake/deliveries/filter/delivery-filter";
import type { DeliveryLogView } from "@/lib/intake/deliveries/views";
import type { UnreadParameter } from "@/lib/recordings/filter/filter-url";
import { DeliveryChips } from "./delivery-chips";
import { DeliveryFilterBar } from "./delivery-filter-bar";
import { DeliveryTabs } from "./delivery-tabs";

type DeliveriesHeaderProps = {
  query: DeliveryQuery;
  unread: UnreadParameter[];
  log: DeliveryLogView;
  now: Date;
  timeZone: string;
  /** What can be done with the deliveries that match. */
  actions: React.ReactNode;
};

/** What stands above the log: where one is, how many there are, and every way to narrow them. */
export function DeliveriesHeader({ query, unread, log, actions, ...zone }: DeliveriesHeaderProps) {
  return (
    <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
      <Link
        href="/settings/webhooks"
        className="-my-1 inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Webhooks
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="font-semibold text-xl tracking-tight">Deliveries</h1>
          <DeliveryTabs filter={query.filter} quarantined={log.quarantined} />
        </div>
        {actions}
      </div>
      <DeliveryFilterBar query={query} {...zone} />
      <DeliveryChips query={query} />
      <UnreadParameters unread={unread} />
    </div>
  );
}
