import { UserRound } from "lucide-react";
import { EmptyList } from "@/components/list/empty-list";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { type CustomerQuery, emptyCustomerFilter } from "@/lib/customers/customer-filter";
import { filterHref, pageHref } from "./customers-href";
import { describeCustomerFilter } from "./describe-customer-filter";

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
