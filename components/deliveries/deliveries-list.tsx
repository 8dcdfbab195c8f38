import type { Route } from "next";
import { formatBounded } from "@/components/format/numbers";
import { ActiveFilters, dayChips, type FilterChip } from "@/components/list/chips";
import { FilterPopover } from "@/components/list/filter-popover";
import {
  ChoiceList,
  DayRangeFilter,
  FilterForm,
  ListTab,
  UnreadParameters,
} from "@/components/list/header";
import { newListHrefs, toggle } from "@/components/list/list-hrefs";
import { Field } from "@/components/ui/controls/field";
import {
  type BoundedCount,
  type DeliveryFilter,
  type DeliveryQuery,
  emptyDeliveryFilter,
  firstDeliveryPage,
  loggedOutcomeSchema,
  quarantineFilter,
  writeDeliveryQuery,
} from "@/lib/intake/views/delivery-log";
import type { DeliveryLogView } from "@/lib/intake/views/views";
import type { UnreadParameter } from "@/lib/list/list-page";
import { deliveriesLogTexts } from "./texts.en";

export const deliveriesPath: Route = "/settings/webhooks/deliveries";

export const {
  listHref: deliveriesHref,
  filterHref,
  pageHref,
  otherParameters,
} = newListHrefs<DeliveryQuery>(deliveriesPath, writeDeliveryQuery);

/** A delivery's own address. */
export function deliveryHref(id: string): Route {
  return `${deliveriesPath}/${id}` as Route;
}

/** Everything that narrows the log, in the order of the controls. */
export function describeDeliveryFilter(query: DeliveryQuery): FilterChip[] {
  const { outcomes } = query.filter;
  const t = deliveriesLogTexts();
  return [
    ...outcomes.map((outcome) => ({
      name: t.outcome,
      verb: t.is,
      value: t.outcomes[outcome],
      removeHref: filterHref(query, { outcomes: toggle(outcomes, outcome) }),
      field: { removeHref: filterHref(query, { outcomes: [] }) },
    })),
    ...dayChips(query.filter, filterHref(query, { from: null, to: null })),
    ...textFields.flatMap((field) => {
      const value = query.filter[field];
      const removeHref = filterHref(query, { [field]: null });
      const { name } = t.texts[field];
      return value === null ? [] : [{ name, verb: t.is, value, removeHref }];
    }),
  ];
}

/** The filters that are written out. */
const textFields = ["recording", "address", "secret"] as const;

/** Whether a filter asks for nothing but what was held back. */
export function isQuarantine({ outcomes }: DeliveryFilter): boolean {
  return outcomes.length === 1 && outcomes[0] === "quarantined";
}

type DeliveriesHeaderProps = {
  query: DeliveryQuery;
  unread: UnreadParameter[];
  log: DeliveryLogView;
  now: Date;
  timeZone: string;
  /** What can be done with the deliveries that match. */
  actions: React.ReactNode;
};

/** What stands above the log: where one is, how many there are, and every way to narrow them. */
export function DeliveriesHeader({ query, unread, log, actions, ...zone }: DeliveriesHeaderProps) {
  const t = deliveriesLogTexts();
  return (
    <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 className="font-semibold text-xl tracking-tight">{t.deliveries}</h1>
          <DeliveryTabs filter={query.filter} quarantined={log.quarantined} />
        </div>
        {actions}
      </div>
      <div className="flex flex-wrap items-center gap-2 py-1">
        <DeliveryFilterBar query={query} {...zone} />
        <ActiveFilters
          chips={describeDeliveryFilter(query)}
          clearHref={filterHref(query, emptyDeliveryFilter)}
        />
      </div>
      <UnreadParameters unread={unread} />
    </div>
  );
}

type DeliveryFilterBarProps = { query: DeliveryQuery; now: Date; timeZone: string };

/** Every filter of the log, one button each. */
function DeliveryFilterBar({ query, now, timeZone }: DeliveryFilterBarProps) {
  const t = deliveriesLogTexts();
  return (
    <section aria-label={t.filters} className="flex flex-wrap gap-2">
      <OutcomeFilter query={query} />
      <DayRangeFilter
        days={query.filter}
        toHref={(days) => filterHref(query, days)}
        path={deliveriesPath}
        others={otherParameters(query, ["from", "to"])}
        now={now}
        timeZone={timeZone}
      />
      {textFields.map((field) => (
        <FilterPopover
          key={field}
          label={t.texts[field].name}
          chosen={query.filter[field] === null ? 0 : 1}
        >
          <FilterForm path={deliveriesPath} others={otherParameters(query, [field])}>
            <Field
              key={query.filter[field]}
              label={t.texts[field].name}
              hint={t.texts[field].hint}
              name={field}
              defaultValue={query.filter[field] ?? ""}
              autoComplete="off"
              spellCheck={false}
            />
          </FilterForm>
        </FilterPopover>
      ))}
    </section>
  );
}

/** Any of several: each choice takes itself off again. */
function OutcomeFilter({ query }: { query: DeliveryQuery }) {
  const { outcomes } = query.filter;
  const t = deliveriesLogTexts();
  return (
    <FilterPopover label={t.outcome} chosen={outcomes.length}>
      <ChoiceList
        choices={loggedOutcomeSchema.options.map((outcome) => ({
          label: t.outcomes[outcome],
          href: filterHref(query, { outcomes: toggle(outcomes, outcome) }),
          isChosen: outcomes.includes(outcome),
        }))}
      />
    </FilterPopover>
  );
}

type DeliveryTabsProps = { filter: DeliveryFilter; quarantined: BoundedCount };

/** The two ways to look at deliveries: all of them, and what was held back. */
function DeliveryTabs({ filter, quarantined }: DeliveryTabsProps) {
  const isHere = isQuarantine(filter);
  const t = deliveriesLogTexts();
  return (
    <nav aria-label={t.deliveries} className="flex rounded-md border border-line bg-canvas p-0.5">
      <ListTab href={toHref(emptyDeliveryFilter)} isHere={!isHere}>
        {t.all}
      </ListTab>
      <ListTab href={toHref(quarantineFilter)} isHere={isHere}>
        {t.quarantine}
        <span className={quarantined.count > 0 ? "text-warn tabular-nums" : "tabular-nums"}>
          {formatBounded(quarantined)}
        </span>
      </ListTab>
    </nav>
  );
}

function toHref(filter: DeliveryFilter): Route {
  return deliveriesHref({ filter, page: firstDeliveryPage });
}
