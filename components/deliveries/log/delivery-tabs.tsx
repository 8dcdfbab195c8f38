import type { Route } from "next";
import { formatBounded } from "@/components/format/count-format";
import { ListLink } from "@/components/list/list-link";
import {
  type DeliveryFilter,
  emptyDeliveryFilter,
  firstDeliveryPage,
  quarantineFilter,
} from "@/lib/intake/deliveries/filter/delivery-filter";

import type { BoundedCount } from "@/lib/intake/deliveries/views";

import { deliveriesHref } from "./deliveries-href";
import { isQuarantine } from "./is-quarantine";

type DeliveryTabsProps = { filter: DeliveryFilter; quarantined: BoundedCount };

/** The two ways to look at deliveries: all of them, and what was held back. */
export function DeliveryTabs({ filter, quarantined }: DeliveryTabsProps) {
  const isHere = isQuarantine(filter);
  return (
    <nav aria-label="Deliveries" className="flex rounded-md border border-line bg-canvas p-0.5">
      <Tab href={toHref(emptyDeliveryFilter)} isHere={!isHere}>
        All
      </Tab>
      <Tab href={toHref(quarantineFilter)} isHere={isHere}>
        Quarantine
        <span className={quarantined.count > 0 ? "text-warn tabular-nums" : "tabular-nums"}>
          {formatBounded(quarantined)}
        </span>
      </Tab>
    </nav>
  );
}

type TabProps = { href: Route; isHere: boolean; children: React.ReactNode };

function Tab({ href, isHere, children }: TabProps) {
  return (
    <ListLink
      href={href}
      aria-current={isHere ? "page" : undefined}
      className="flex h-7 items-center gap-1.5 rounded px-2.5 text-dense text-muted hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text"
    >
      {children}
    </ListLink>
  );
}

function toHref(filter: DeliveryFilter): Route {
  return deliveriesHref({ filter, page: firstDeliveryPage });
}
