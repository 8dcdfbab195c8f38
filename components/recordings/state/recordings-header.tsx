import { AudioLines } from "lucide-react";
import { formatDaySpan } from "@/components/format/dates";
import { listRemovals } from "@/components/list/chips";
import { OrderMenu, UnreadParameters } from "@/components/list/header";
import { EmptyList } from "@/components/list/paging";
import { Toolbar } from "@/components/list/toolbar";
import { ColumnsMenu } from "@/components/recordings/columns/columns-menu";
import { TotalCount } from "@/components/recordings/counts/list-counts";
import { FilterBar, type FilterBarProps } from "@/components/recordings/filters/filter-bar";
import { describeFilter, type MarkNames } from "@/components/recordings/filters/filter-chips";
import { formatRelativeDays, sortOrders } from "@/components/recordings/filters/filter-choices";
import { filterHref, otherParameters, pageHref, sortHref } from "@/components/recordings/list-href";
import { ButtonLink } from "@/components/ui/controls/links";
import { EmptyState } from "@/components/ui/page/placeholders";
import { texts } from "@/lib/language/texts";
import type { UnreadParameter } from "@/lib/list/list-page";
import {
  emptyFilter,
  firstPage,
  type RecordingFilter,
  type RecordingQuery,
} from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { type TableView, usualColumns } from "@/lib/recordings/filter/list-view";
import { type Clock, toFixedDays } from "@/lib/recordings/filter/resolve-dates";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CopyLink } from "./copy-link";
import { FirstSteps, NoMatchOffers } from "./empty-slots";
import type { FirstStepsProps } from "./first-steps";
import { NewsPill } from "./news-pill";

type RecordingsHeaderProps = FilterBarProps & {
  unread: UnreadParameter[];
  /** The menu of saved views. */
  views: React.ReactNode;
  /** What came since the list was read. */
  news: React.ReactNode;
  search: React.ReactNode;
  /** The menu that takes the list away as a file. */
  exportMenu: React.ReactNode;
  view: TableView;
};

/** What stands above the calls: how many there are, and every way to narrow them. */
export function RecordingsHeader(props: RecordingsHeaderProps) {
  const { query, unread, views, news, search, exportMenu, view, ...bar } = props;
  const t = recordingsStateMoreTexts();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 pb-2 sm:justify-between sm:gap-x-6 sm:gap-y-3 sm:px-6">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:contents">
          <h1 className="font-semibold text-xl tracking-tight">{t.recordings}</h1>
          <Toolbar label={t.thisList} className="flex items-center gap-1">
            {views}
            <CopyLink days={toLinkDays(query.filter, bar)} />
          </Toolbar>
          <TotalCount />
          {news}
        </div>
        <Toolbar label={t.tools} className="flex gap-2 max-sm:ml-auto">
          <div className="xl:hidden">
            <OrderMenu
              orders={sortOrders.map(({ sort, label }) => ({
                label,
                href: sortHref(query, sort),
                isChosen: query.page.sort === sort,
              }))}
            />
          </div>
          <div className="hidden md:block">
            <ColumnsMenu
              columns={query.page.columns ?? view.columns ?? usualColumns}
              density={view.density}
              others={otherParameters(query, ["show"])}
            />
          </div>
          {exportMenu}
        </Toolbar>
      </div>
      <div className="list-bar">
        <div className="list-bar-search">{search}</div>
        <FilterBar query={query} {...bar} />
      </div>
      {unread.length > 0 ? (
        <div className="border-line border-b px-4 py-2 sm:px-6">
          <UnreadParameters unread={unread} />
        </div>
      ) : null}
    </>
  );
}

type ListNewsProps = {
  query: RecordingQuery;
  watermark: string;
  /** When the newest call of all came, in milliseconds since 1970; null where there is none. */
  lastCallAt: number | null;
  isEmpty: boolean;
  now: Date;
};

/** What came since the list was read, under its filter, and how long ago the last call of all did. */
export function ListNews(props: ListNewsProps) {
  const { watermark, lastCallAt, isEmpty, now } = props;
  const { filter, page } = props.query;
  const isFirstPage = !page.after && !page.before;
  return (
    <NewsPill
      key={watermark}
      watermark={watermark}
      filter={writeRecordingQuery({ filter, page: firstPage }).toString()}
      firstPage={isFirstPage ? null : pageHref({ filter, page }, "first")}
      lastCallSeconds={lastCallAt === null ? null : (now.getTime() - lastCallAt) / 1_000}
      isEmpty={isEmpty}
    />
  );
}

/** What a link can say of the list's days; null where they are fixed, or none. */
function toLinkDays({ days }: Pick<RecordingFilter, "days">, clock: Clock) {
  if (days === null) return null;
  const span = toFixedDays(days, clock);
  return { relative: formatRelativeDays(days), fixed: formatDaySpan(span, clock), ...span };
}

type RecordingsEmptyProps = {
  query: RecordingQuery;
  clock: Clock;
  vocabulary: VocabularyView;
  names: MarkNames;
  /** What administrators may do where there is no call yet; null for anybody else. */
  first: FirstStepsProps | null;
};

/** Why the list shows no call. */
export function RecordingsEmpty(props: RecordingsEmptyProps) {
  const { query, clock, vocabulary, names, first } = props;
  const t = recordingsStateMoreTexts();
  const chips = describeFilter(query, clock, vocabulary, names);
  // The list without its only filter is the one with none.
  const removals = listRemovals(chips);
  return (
    <EmptyList
      things={t.calls}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={chips.length > 0}
      clearHref={filterHref(query, emptyFilter)}
      advice={t.removeFilter}
      offers={removals.length > 1 ? <NoMatchOffers offers={removals} /> : null}
    >
      {first ? (
        <>
          <EmptyState
            icon={AudioLines}
            title={t.noneYet}
            actions={
              <ButtonLink href="/settings/webhooks/first-contact" variant="primary" size="small">
                {t.connect}
              </ButtonLink>
            }
          >
            {t.registerUrl}
          </EmptyState>
          <FirstSteps {...first} />
        </>
      ) : (
        <EmptyState icon={AudioLines} title={t.noneYet}>
          {t.askAdministrator}
        </EmptyState>
      )}
    </EmptyList>
  );
}

export const recordingsStateMoreTexts = texts("recordingsStateMore", {
  recordings: "Recordings",
  calls: "calls",
  thisList: "This list",
  tools: "Sort, columns and export",
  removeFilter: "Remove a filter, or clear them all.",
  noneYet: "No recordings yet",
  connect: "Connect your calling service",
  registerUrl:
    "Register this webhook URL with your calling service. Calls appear here automatically when they end.",
  askAdministrator:
    "Calls appear here automatically when they end. If you expect calls, ask an administrator whether the calling service is connected.",
});
