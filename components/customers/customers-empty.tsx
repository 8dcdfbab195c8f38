import { SearchX, UserRound } from "lucide-react";
import { ListLink } from "@/components/recordings/list-link";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonStyle } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import {
  type CustomerQuery,
  emptyCustomerFilter,
} from "@/lib/recordings/customers/customer-filter";
import { filterHref, pageHref } from "./customers-href";
import { describeCustomerFilter } from "./describe-customer-filter";

/** Why the list shows nobody: past its end, nobody matches, or nobody was called yet. */
export function CustomersEmpty({ query }: { query: CustomerQuery }) {
  const link = buttonStyle("secondary", "small");
  if (query.page.after !== null || query.page.before !== null) {
    const first = (
      <ListLink href={pageHref(query, "first")} className={link}>
        First page
      </ListLink>
    );
    return (
      <EmptyState icon={SearchX} title="No more customers" actions={first}>
        This page lies past the end of the list.
      </EmptyState>
    );
  }
  if (describeCustomerFilter(query).length > 0) {
    const clear = (
      <ListLink href={filterHref(query, emptyCustomerFilter)} className={link}>
        Clear filters
      </ListLink>
    );
    return (
      <EmptyState icon={SearchX} title="No customers match" actions={clear}>
        Nobody has everything that the filters ask for. Take one off, or clear them all.
      </EmptyState>
    );
  }
  const recordings = (
    <ButtonLink href="/recordings" size="small">
      Go to recordings
    </ButtonLink>
  );
  return (
    <EmptyState icon={UserRound} title="No customers yet" actions={recordings}>
      Everybody who is called appears here with their first call.
    </EmptyState>
  );
}
