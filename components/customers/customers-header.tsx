import { formatBounded } from "@/components/format/numbers";
import { ActiveFilters } from "@/components/list/chips";
import { ChoiceLink, FilterPopover } from "@/components/list/filter-popover";
import { SearchBox } from "@/components/list/search-box";
import { OrderMenu } from "@/components/list/sort";
import { UnreadParameters } from "@/components/list/unread-parameters";
import {
  type CustomerQuery,
  emptyCustomerFilter,
} from "@/lib/recordings/customers/customer-filter";
import type { CustomerListView } from "@/lib/recordings/customers/views";
import type { UnreadParameter } from "@/lib/recordings/filter-url";
import { listOrders } from "./customer-orders";
import {
  customerFlags,
  customersPath,
  describeCustomerFilter,
  filterHref,
  noType,
  otherParameters,
} from "./customers-href";

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

type CustomerFilterBarProps = { query: CustomerQuery; types: string[] };

/** Every filter of the list, one button each. */
export function CustomerFilterBar({ query, types }: CustomerFilterBarProps) {
  return (
    <section aria-label="Filters" className="flex flex-wrap gap-2 py-1">
      {customerFlags.map(({ field, label }) => (
        <FilterPopover key={field} label={label} chosen={query.filter[field] === null ? 0 : 1}>
          <ul className="p-1.5">
            {answers.map(({ word, value }) => (
              <li key={word}>
                <ChoiceLink
                  href={filterHref(query, { [field]: value })}
                  isChosen={query.filter[field] === value}
                >
                  {word}
                </ChoiceLink>
              </li>
            ))}
          </ul>
        </FilterPopover>
      ))}
      <TypeFilter query={query} types={types} />
    </section>
  );
}

const answers = [
  { word: "Any", value: null },
  { word: "Yes", value: true },
  { word: "No", value: false },
];

/** Any of several: each choice takes itself off again. Chosen ones are listed whether they are or not. */
function TypeFilter({ query, types }: CustomerFilterBarProps) {
  const chosen = query.filter.types;
  const listed = [...new Set([...types, null, ...chosen])];
  return (
    <FilterPopover label="Type" chosen={chosen.length}>
      <ul className="p-1.5">
        {listed.map((type) => {
          const isChosen = chosen.includes(type);
          const others = chosen.filter((other) => other !== type);
          return (
            <li key={type === null ? "none" : `type ${type}`}>
              <ChoiceLink
                href={filterHref(query, { types: isChosen ? others : [...others, type] })}
                isChosen={isChosen}
              >
                <span className="min-w-0 truncate">{type ?? noType}</span>
              </ChoiceLink>
            </li>
          );
        })}
      </ul>
    </FilterPopover>
  );
}
