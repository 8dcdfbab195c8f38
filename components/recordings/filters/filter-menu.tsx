import { Ban, ChevronDown, ListFilter, type LucideIcon } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { fillText } from "@/components/format/text";
import { ListLink } from "@/components/list/navigation";
import { listHref } from "@/components/recordings/list-href";
import { Popover } from "@/components/ui/overlay/popover";
import { toValueView, valueFieldLabels } from "@/components/vocabulary/values";
import { texts } from "@/lib/language/texts";
import {
  emptyFilter,
  firstPage,
  type RecordingQuery,
  type ValueField,
} from "@/lib/recordings/filter/filter";
import { getMerged } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";

type FilterMenuProps = {
  field: ValueField;
  /** Null or empty: the call has none. */
  value: string | null;
  vocabulary: VocabularyView;
  /** The list that the call is open beside; without one, the menu leads to the list of all. */
  query?: RecordingQuery | undefined;
  /** The value as it is shown. */
  children: React.ReactNode;
};

/** A value of a call, with the ways to the calls that have it and to those that don't. */
export function FilterMenu({ field, value, vocabulary, query, children }: FilterMenuProps) {
  const isNamed = field === "status" || field === "campaign";
  const label = isNamed
    ? toValueView(field, value, vocabulary).label
    : value || filterMenuTexts().none;
  return (
    // Beside another list the menu begins anew, closed.
    <Popover
      key={query && listHref(query)}
      triggerLabel={describeValueFilter(field, label)}
      triggerClassName="group/filter -mx-1 inline-flex max-w-[calc(100%+0.5rem)] items-center gap-1 rounded px-1 text-left transition-colors hover:bg-hover pointer-coarse:min-h-8"
      trigger={
        <>
          <span className="min-w-0">{children}</span>
          <ChevronDown
            aria-hidden
            className="size-3 shrink-0 text-faint group-hover/filter:text-text print:hidden"
          />
        </>
      }
      className="sm:w-64"
    >
      <FilterMenuItems
        {...toFilterHrefs(field, value, vocabulary, query)}
        label={label}
        isInList={query !== undefined}
      />
    </Popover>
  );
}

export function describeValueFilter(field: ValueField, label: string): string {
  return filterMenuTexts().filterBy(valueFieldLabels[field], label);
}

type FilterMenuItemsProps = FilterHrefs & { label: string; isInList: boolean };

/** The ways to the calls of a value, and to all others. */
export function FilterMenuItems({ label, only, others, isInList }: FilterMenuItemsProps) {
  const t = filterMenuTexts();
  const toItem = (words: string, Icon: LucideIcon, href: Route) => {
    const content = (
      <>
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 truncate">{fillText(words, { value: <bdi>{label}</bdi> })}</span>
      </>
    );
    return (
      <li>
        {isInList ? (
          <ListLink href={href} className={itemStyle}>
            {content}
          </ListLink>
        ) : (
          <Link href={href} prefetch={false} className={itemStyle}>
            {content}
          </Link>
        )}
      </li>
    );
  };
  return (
    <ul className="p-1.5">
      {toItem(t.showOnly, ListFilter, only)}
      {toItem(t.exclude, Ban, others)}
    </ul>
  );
}

const itemStyle =
  "flex min-h-8 pointer-coarse:min-h-10 items-center gap-2 rounded px-2 text-muted hover:bg-hover hover:text-text";

type FilterHrefs = { only: Route; others: Route };

/** The hrefs of a value; whatever has its name goes with it. Without a query, of the list of all. */
export function toFilterHrefs(
  field: ValueField,
  value: string | null,
  vocabulary: VocabularyView,
  query: RecordingQuery = { filter: emptyFilter, page: firstPage },
): FilterHrefs {
  const isNamed = value && (field === "status" || field === "campaign");
  const values = isNamed ? getMerged(vocabulary[field], value).values : [value || null];
  return toValueHrefs(field, values, query);
}

/**
 * The list with the calls of some values alone, beside which an open call stays open, and the one
 * without them; all else that narrows it stays.
 */
export function toValueHrefs(
  field: ValueField,
  values: readonly (string | null)[],
  query: RecordingQuery,
): FilterHrefs {
  const { include, exclude } = query.filter[field];
  const without = include.filter((one) => !values.includes(one));
  const page = { ...query.page, after: null, before: null };
  const toHref = (filter: typeof query.filter.status, open: string | null) =>
    listHref({ filter: { ...query.filter, [field]: filter }, page: { ...page, open } });
  return {
    only: toHref({ include: [...values], exclude: [] }, page.open),
    others: toHref({ include: without, exclude: [...new Set([...exclude, ...values])] }, null),
  };
}

export const filterMenuTexts = texts("filterMenu", {
  none: "none",
  filterBy: (field: string, value: string) => `Filter by ${field.toLowerCase()}: ${value}`,
  showOnly: "Show only {value}",
  exclude: "Exclude {value}",
});
