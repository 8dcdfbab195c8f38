import { ArrowUpDown } from "lucide-react";
import type { Route } from "next";
import type { ComponentProps } from "react";
import { datePresets } from "@/components/format/time-spans";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { Popover } from "@/components/ui/overlay/popover";
import type { UnreadParameter } from "@/lib/list/list-page";
import { ActiveFilters, type Days, type FilterChip } from "./chips";
import { FilterPopover, toolButtonStyle, toolLabelStyle } from "./filter-popover";
import { ListForm, ListLink } from "./navigation";
import type { Sorted } from "./table";
import { listTexts } from "./texts.en";

type ListHeaderProps = {
  title: string;
  /** How many there are, in words. */
  count: string;
  search: React.ReactNode;
  orders: Choice[];
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

type TabProps = { href: Route; isHere: boolean; children: React.ReactNode };

/** One of the ways to look at a list, beside the others. */
export function ListTab({ href, isHere, children }: TabProps) {
  return (
    <ListLink
      href={href}
      aria-current={isHere ? "page" : undefined}
      className="flex h-7 items-center gap-1.5 rounded px-2.5 text-dense text-muted hover:text-text pointer-coarse:h-10 aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text"
    >
      {children}
    </ListLink>
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

type FilterFormProps = ComponentProps<typeof ListForm> & { note?: string };

/** Fields that are parameters of a list's address. Works without scripts. */
export function FilterForm({ note, children, ...form }: FilterFormProps) {
  return (
    <ListForm className="space-y-3 p-3" {...form}>
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

type DayFieldsProps = { days: Days; className?: string };

/** A list's first and last day, to be written. */
export function DayFields({ days: { from, to }, className = "px-2" }: DayFieldsProps) {
  const t = listTexts();
  const day = { type: "date", className };
  return (
    <div key={`${from} ${to}`} className="grid grid-cols-2 gap-2">
      <Field {...day} label={t.from} name="from" defaultValue={from ?? ""} />
      <Field {...day} label={t.to} name="to" defaultValue={to ?? ""} />
    </div>
  );
}

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
        className="border-line border-b p-1.5"
      />
      <FilterForm {...form} note={t.daysIn(timeZone)}>
        <DayFields days={days} />
      </FilterForm>
    </FilterPopover>
  );
}

/** The orders of a list, where its table has no head to click. */
export function OrderMenu({ orders }: { orders: Choice[] }) {
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <ArrowUpDown aria-hidden className="size-3.5" />
          <span className={toolLabelStyle}>{listTexts().sort}</span>
        </>
      }
      className="sm:w-56"
    >
      <ChoiceList choices={orders} closes />
    </Popover>
  );
}

/** Every order of a list, for its menu, in the order of the labels. */
export function toOrders<Sort extends string, Query extends Sorted<Sort>>(
  labels: Record<Sort, string>,
  query: Query,
  sortHref: (query: Query, sort: Sort) => Route,
): Choice[] {
  // Object.keys forgets what a record's keys are.
  return (Object.keys(labels) as Sort[]).map((sort) => ({
    label: labels[sort],
    href: sortHref(query, sort),
    isChosen: sort === query.page.sort,
  }));
}

/** The choice that takes a filter off, where it is set. */
export function clearChoice(isSet: boolean, label: string, href: Route): Choice[] {
  return isSet ? [{ label, href, isChosen: false }] : [];
}

type Choice = {
  key?: string;
  label: string;
  href: Route;
  /** The present state of the list. */
  isChosen: boolean;
  /** What stands at its end; null keeps the room. */
  beside?: React.ReactNode;
};

type ChoiceListProps = Omit<ComponentProps<"ul">, "children"> & {
  choices: Choice[];
  /** The popover, where whoever chooses wants nothing more of it. */
  closes?: boolean;
};

/** States of the list to choose from. */
export function ChoiceList({ choices, closes, className = "p-1.5", ...list }: ChoiceListProps) {
  return (
    <ul {...list} className={className}>
      {choices.map(({ label, key = label, href, isChosen, beside }) => (
        <li
          key={key}
          className={beside === undefined ? undefined : "flex items-center justify-between"}
        >
          <ListLink
            href={href}
            closes={closes}
            aria-current={isChosen ? "true" : undefined}
            className="flex min-h-8 pointer-coarse:min-h-10 items-center rounded px-2 text-muted hover:bg-hover hover:text-text aria-[current]:bg-accent-soft aria-[current]:text-accent"
          >
            <span className="min-w-0 truncate">{label}</span>
          </ListLink>
          {beside}
        </li>
      ))}
    </ul>
  );
}
