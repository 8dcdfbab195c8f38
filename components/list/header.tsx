import type { Route } from "next";
import type { UnreadParameter } from "@/lib/list/list-url";
import { ActiveFilters, type FilterChip } from "./chips";
import { type ListOrder, OrderMenu } from "./sort";
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
