import type { Route } from "next";
import { formatBounded } from "@/components/format/numbers";
import { type FilterChip, searchChips } from "@/components/list/chips";
import { FilterPopover } from "@/components/list/filter-popover";
import { ChoiceList, ListHeader, toOrders } from "@/components/list/header";
import { newListHrefs, toggle } from "@/components/list/list-hrefs";
import { SearchBox } from "@/components/search/search-box";
import {
  type CustomerFilter,
  type CustomerListView,
  type CustomerQuery,
  emptyCustomerFilter,
  writeCustomerQuery,
} from "@/lib/customers/views";
import { customerHref } from "@/lib/list/id-segment";
import type { UnreadParameter } from "@/lib/list/list-page";
import { emptyFilter, type RecordingPage } from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { customersTexts } from "./texts.en";

const customersPath: Route = "/customers";

export const {
  listHref: customersHref,
  filterHref,
  sortHref,
  pageHref,
  otherParameters,
} = newListHrefs<CustomerQuery>(customersPath, writeCustomerQuery);

/** A page of a customer's calls. */
export function customerCallsHref(id: string, page: RecordingPage): Route {
  const parameters = writeRecordingQuery({ filter: emptyFilter, page }).toString();
  const path = customerHref(id);
  return parameters ? (`${path}?${parameters}` as Route) : path;
}

/** Everything that narrows the list, in the order of the controls. */
export function describeCustomerFilter(query: CustomerQuery): FilterChip[] {
  const { filter } = query;
  const { chips: t, type: typeName, noType, flags } = customersTexts();
  return [
    ...filter.types.map((type) => ({
      name: typeName,
      verb: t.typeIs,
      value: type ?? noType,
      removeHref: filterHref(query, { types: toggle(filter.types, type) }),
      field: { removeHref: filterHref(query, { types: [] }) },
    })),
    ...customerFlags.flatMap((field) => {
      const value = filter[field];
      if (value === null) return [];
      const removeHref = filterHref(query, { [field]: null });
      return [{ name: flags[field], verb: t.flagIs, value: value ? t.yes : t.no, removeHref }];
    }),
    ...searchChips(filter.q, filterHref(query, { q: "" })),
  ];
}

type FlagField = Extract<keyof CustomerFilter, "confirmed" | "phoneOk" | "contradictions">;

/** What is true of a customer or not. */
const customerFlags: readonly FlagField[] = ["contradictions", "phoneOk", "confirmed"];

type CustomersHeaderProps = {
  query: CustomerQuery;
  unread: UnreadParameter[];
  total: CustomerListView["total"];
  types: string[];
};

/** What stands above the customers: how many there are, and every way to narrow them. */
export function CustomersHeader({ query, unread, total, types }: CustomersHeaderProps) {
  const t = customersTexts();
  return (
    <ListHeader
      title={t.title}
      count={t.count(formatBounded(total), total.count === 1)}
      search={
        <SearchBox
          q={query.filter.q}
          others={otherParameters(query, ["q"])}
          path={customersPath}
          label={t.search}
          placeholder={t.searchIn}
        />
      }
      orders={toOrders(t.orders, query, sortHref)}
      filters={<CustomerFilters query={query} types={types} />}
      chips={describeCustomerFilter(query)}
      clearHref={filterHref(query, emptyCustomerFilter)}
      unread={unread}
    />
  );
}

type CustomerFiltersProps = { query: CustomerQuery; types: string[] };

function CustomerFilters({ query, types }: CustomerFiltersProps) {
  const t = customersTexts();
  const answers = [
    { label: t.any, value: null },
    { label: t.yes, value: true },
    { label: t.no, value: false },
  ];
  return (
    <>
      {customerFlags.map((field) => (
        <FilterPopover
          key={field}
          label={t.flags[field]}
          chosen={query.filter[field] === null ? 0 : 1}
        >
          <ChoiceList
            choices={answers.map(({ label, value }) => ({
              label,
              href: filterHref(query, { [field]: value }),
              isChosen: query.filter[field] === value,
            }))}
            closes
          />
        </FilterPopover>
      ))}
      <TypeFilter query={query} types={types} />
    </>
  );
}

/** Any of several: each choice takes itself off again. Chosen ones are listed whether they are or not. */
function TypeFilter({ query, types }: CustomerFiltersProps) {
  const t = customersTexts();
  const chosen = query.filter.types;
  const listed = [...new Set([...types, null, ...chosen])];
  return (
    <FilterPopover label={t.type} chosen={chosen.length}>
      <ChoiceList
        choices={listed.map((type) => ({
          key: type === null ? "none" : `type ${type}`,
          label: type ?? t.noType,
          href: filterHref(query, { types: toggle(chosen, type) }),
          isChosen: chosen.includes(type),
        }))}
      />
    </FilterPopover>
  );
}
