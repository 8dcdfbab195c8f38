import { formatBounded } from "@/components/format/numbers";
import { ChoiceLink, FilterPopover } from "@/components/list/filter-popover";
import { ListHeader } from "@/components/list/header";
import { SearchBox } from "@/components/search/search-box";
import {
  type CustomerListView,
  type CustomerQuery,
  emptyCustomerFilter,
} from "@/lib/customers/views";
import type { UnreadParameter } from "@/lib/list/list-page";
import {
  customerFlags,
  customersPath,
  describeCustomerFilter,
  filterHref,
  listOrders,
  otherParameters,
} from "./customers-href";
import { customersTexts } from "./texts.en";

type CustomersHeaderProps = {
  query: CustomerQuery;
  unread: UnreadParameter[];
  total: CustomerListView["total"];
  types: string[];
};

/** What stands above the people: how many there are, and every way to narrow them. */
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
      orders={listOrders(query)}
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
    { word: t.any, value: null },
    { word: t.yes, value: true },
    { word: t.no, value: false },
  ];
  return (
    <>
      {customerFlags.map((field) => (
        <FilterPopover
          key={field}
          label={t.flags[field]}
          chosen={query.filter[field] === null ? 0 : 1}
        >
          <ul className="p-1.5">
            {answers.map(({ word, value }) => (
              <li key={word}>
                <ChoiceLink
                  href={filterHref(query, { [field]: value })}
                  isChosen={query.filter[field] === value}
                  closes
                >
                  {word}
                </ChoiceLink>
              </li>
            ))}
          </ul>
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
                <span className="min-w-0 truncate">{type ?? t.noType}</span>
              </ChoiceLink>
            </li>
          );
        })}
      </ul>
    </FilterPopover>
  );
}
