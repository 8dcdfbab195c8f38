import { ArrowUpDown } from "lucide-react";
import type { Route } from "next";
import { Popover } from "@/components/ui/overlay/popover";
import { ChoiceLink } from "./choice-link";
import { toolButtonStyle } from "./tool-button-style";

type OrderMenuProps = { orders: { label: string; href: Route; isChosen: boolean }[] };

/** The orders of a list, where its table has no head to click. */
export function OrderMenu({ orders }: OrderMenuProps) {
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <ArrowUpDown aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">Sort</span>
        </>
      }
      className="sm:w-56"
    >
      <ul className="p-1.5">
        {orders.map(({ label, href, isChosen }) => (
          <li key={label}>
            <ChoiceLink href={href} isChosen={isChosen}>
              {label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
