import { ArrowUpDown } from "lucide-react";
import { ChoiceLink } from "@/components/list/choice-link";
import { toolButtonStyle } from "@/components/list/tool-button-style";
import { sortHref } from "@/components/recordings/list-href";
import { Popover } from "@/components/ui/overlay/popover";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { sortOrders } from "./sort-orders";

/** The order of the list, where the table has no head to click. */
export function SortMenu({ query }: { query: RecordingQuery }) {
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
        {sortOrders.map(({ sort, label }) => (
          <li key={sort}>
            <ChoiceLink href={sortHref(query, sort)} isChosen={query.page.sort === sort}>
              {label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
