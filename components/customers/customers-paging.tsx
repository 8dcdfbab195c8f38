import { NeighbourPages } from "@/components/list/neighbour-pages";
import type { CustomerQuery } from "@/lib/customers/customer-filter";
import type { CustomerListView } from "@/lib/customers/views";
import { pageHref } from "./customers-href";

type CustomersPagingProps = { query: CustomerQuery } & Pick<CustomerListView, "after" | "before">;

/** The neighbouring pages of the list. */
export function CustomersPaging({ query, after, before }: CustomersPagingProps) {
  return (
    <NeighbourPages
      first={pageHref(query, "first")}
      previous={before === null ? null : { href: pageHref(query, { before }), label: "Previous" }}
      next={after === null ? null : { href: pageHref(query, { after }), label: "Next" }}
    />
  );
}
