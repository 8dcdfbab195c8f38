import { UserRound } from "lucide-react";
import { EmptyList } from "@/components/list/empty";
import { NeighbourPages } from "@/components/list/paging";
import { ButtonLink } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import {
  type CustomerQuery,
  emptyCustomerFilter,
} from "@/lib/recordings/customers/customer-filter";
import type { CustomerListView } from "@/lib/recordings/customers/views";
import { describeCustomerFilter, filterHref, pageHref } from "./customers-href";

/** Why the list shows nobody. */
export function CustomersEmpty({ query }: { query: CustomerQuery }) {
  const recordings = (
    <ButtonLink href="/recordings" size="small">
      Go to recordings
    </ButtonLink>
  );
  return (
    <EmptyList
      things="customers"
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeCustomerFilter(query).length > 0}
      clearHref={filterHref(query, emptyCustomerFilter)}
      advice="Nobody has everything that the filters ask for. Take one off, or clear them all."
    >
      <EmptyState icon={UserRound} title="No customers yet" actions={recordings}>
        Everybody who is called appears here with their first call.
      </EmptyState>
    </EmptyList>
  );
}

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
