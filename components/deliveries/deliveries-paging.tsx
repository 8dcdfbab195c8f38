import { ChevronLeft, ChevronRight } from "lucide-react";
import { ListLink } from "@/components/recordings/list-link";
import { buttonStyle } from "@/components/ui/button-style";
import type { DeliveryQuery } from "@/lib/intake/log/delivery-filter";
import type { DeliveryListView } from "@/lib/intake/log/views";
import { pageHref } from "./deliveries-href";

type DeliveriesPagingProps = { query: DeliveryQuery } & Pick<DeliveryListView, "after" | "before">;

/** The neighbouring pages of the log. */
export function DeliveriesPaging({ query, after, before }: DeliveriesPagingProps) {
  if (after === null && before === null) return null;
  const style = buttonStyle("secondary", "small");
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 px-4 py-3 sm:px-6">
      {before === null ? null : (
        <>
          <ListLink
            href={pageHref(query, "first")}
            scroll
            className={buttonStyle("ghost", "small")}
          >
            First page
          </ListLink>
          <ListLink href={pageHref(query, { before })} rel="prev" scroll className={style}>
            <ChevronLeft aria-hidden className="-ml-1 size-4" />
            Newer
          </ListLink>
        </>
      )}
      {after === null ? null : (
        <ListLink href={pageHref(query, { after })} rel="next" scroll className={style}>
          Older
          <ChevronRight aria-hidden className="-mr-1 size-4" />
        </ListLink>
      )}
    </nav>
  );
}
