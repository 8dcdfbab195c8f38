import type { Route } from "next";
import { datePresets } from "@/components/format/time-spans";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import type { UnreadParameter } from "@/lib/list/list-page";
import { ActiveFilters, type FilterChip } from "./chips";
import { ChoiceList } from "./choices";
import { FilterPopover } from "./filter-popover";
import { ListForm } from "./navigation";
import { type ListOrder, OrderMenu } from "./table";
import { listTexts } from "./texts.en";

type ListHeaderProps = {
  title: string;
  /** How many there are, in words. */
  count: string;
  search: React.ReactNode;
  orders: ListOrder[];
  /** Every filter of the list, one button each. */
  filters: React.ReactNode;
  chips: FilterChip[];
  clearHref: Route;
  unread: UnreadParameter[];
};

/** What stands above a list: how many there are, and every way to narrow them. */
export function ListHeader(props: ListHeaderProps) {
  const { title, count, search, orders, filters, chips, clearHref, unread } = props;
  return (
    <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          <p className="text-muted text-sm tabular-nums">{count}</p>
        </div>
        <div className="flex w-full gap-2 sm:w-auto">
          {search}
          <div className="xl:hidden">
            <OrderMenu orders={orders} />
          </div>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 py-1">
        <section aria-label={listTexts().filters} className="flex flex-wrap gap-2">
          {filters}
        </section>
        <ActiveFilters chips={chips} clearHref={clearHref} />
      </div>
      <UnreadParameters unread={unread} />
    </div>
  );
}

/** Says which parts of the address could not be read, so that nobody takes them for applied. */
export function UnreadParameters({ unread }: { unread: UnreadParameter[] }) {
  if (unread.length === 0) return null;
  const told = unread.map(({ parameter, value }) => `${parameter}=${value}`);
  return (
    <p className="wrap-anywhere line-clamp-2 text-muted text-xs">
      {listTexts().ignored(told.join(", "))}
    </p>
  );
}

type FilterFormProps = {
  path: Route;
  /** The parameters of the address that stay as they are. */
  others: [string, string][];
  note?: string;
  children: React.ReactNode;
};

/** Fields that are parameters of a list's address. Works without scripts. */
export function FilterForm({ path, others, note, children }: FilterFormProps) {
  return (
    <ListForm path={path} others={others} className="space-y-3 p-3">
      {children}
      <div className="flex items-center justify-between gap-2">
        <p className="truncate text-muted text-xs">{note}</p>
        <Button type="submit" size="small">
          {listTexts().apply}
        </Button>
      </div>
    </ListForm>
  );
}

type Days = { from: string | null; to: string | null };

type DayRangeFilterProps = {
  days: Days;
  /** The list under other days. */
  toHref: (days: Days) => Route;
  path: Route;
  /** The parameters of the list's address that are no days. */
  others: [string, string][];
  now: Date;
  timeZone: string;
};

/** The days of a list: a usual span, from one to another, or any. */
export function DayRangeFilter({ days, toHref, now, timeZone, ...form }: DayRangeFilterProps) {
  const t = listTexts();
  const { from, to } = days;
  const presets = [
    ...datePresets(now, timeZone),
    ...(from || to ? [{ label: t.anyDate, from: null, to: null }] : []),
  ];
  return (
    <FilterPopover label={t.date} chosen={from || to ? 1 : 0} className="sm:w-84">
      <ChoiceList
        choices={presets.map(({ label, ...span }) => ({
          label,
          href: toHref(span),
          isChosen: span.from === from && span.to === to,
        }))}
        closes
        className="border-line border-b"
      />
      <FilterForm {...form} note={t.daysIn(timeZone)}>
        <div key={`${from} ${to}`} className="grid grid-cols-2 gap-2">
          <Field {...day} label={t.from} name="from" defaultValue={from ?? ""} />
          <Field {...day} label={t.to} name="to" defaultValue={to ?? ""} />
        </div>
      </FilterForm>
    </FilterPopover>
  );
}

const day = { type: "date", className: "px-2" };
