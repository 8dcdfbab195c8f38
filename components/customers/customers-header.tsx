import { formatBounded } from "@/components/format/count-format";
import { ActiveFilters } from "@/components/list/active-filters";
import { OrderMenu } from "@/components/list/order-menu";
import { SearchBox } from "@/components/list/search-box";
import { UnreadParameters } from "@/components/list/unread-parameters";
import type { CustomerQuery } from "@/lib/customers/customer-filter";
import { emptyCustomerFilter } from "@/lib/customers/customer-filter";
import type { CustomerListView } from "@/lib/customers/views";
import type { UnreadParameter } from "@/lib/recordings/filter/filter-url";
import { CustomerFilterBar } from "./customer-filter-bar";
import { listOrders } from "./customer-orders";
import { customersPath, filterHref, otherParameters } from "./customers-href";
import { describeCustomerFilter } from "./describe-customer-filter";

type CustomersHeaderProps = {
  query: CustomerQuery;
  unread: UnreadParameter[];
  total: CustomerListView["total"];
  types: string[];
};

/** What stands above the people: how many there are, and every way to narrow them. */
export function CustomersHeader({ query, unread, total, types }: CustomersHeaderProps) {
  return (
    <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tracking-tight">Customers</h1>
          <p className="text-muted text-sm tabular-nums">
            {formatBounded(total)} {total.count === 1 ? "customer" : "customers"}
          </p>
        </div>
        <div className="flex w-full gap-2 sm:w-auto">
          <SearchBox
            q={query.filter.q}
            others={otherParameters(query, ["q"])}
            path={customersPath}
            label="Search customers"
            placeholder="Search name, phone, e-mail, id"
          />
          <div className="xl:hidden">
            <OrderMenu orders={listOrders(query)} />
          </div>
        </div>
      </div>
      <CustomerFilterBar query={query} types={types} />
      <ActiveFilters
        chips={describeCustomerFilter(query)}
        clearHref={filterHref(query, emptyCustomerFilter)}
      />
      <UnreadParameters unread={unread} />
    </div>
  );
}
