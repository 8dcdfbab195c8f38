import { ExportMenu } from "@/components/export/export-menu";
import { formatDaySpan } from "@/components/format/dates";
import { UnreadParameters } from "@/components/list/header";
import { OrderMenu } from "@/components/list/table";
import { Toolbar } from "@/components/list/toolbar";
import { ColumnsMenu } from "@/components/recordings/columns/columns-menu";
import { TotalCount } from "@/components/recordings/counts/list-counts";
import { FilterBar, type FilterBarProps } from "@/components/recordings/filters/filter-bar";
import { formatRelativeDays, sortOrders } from "@/components/recordings/filters/filter-choices";
import { otherParameters, pageHref, sortHref } from "@/components/recordings/list-href";
import { SearchBox } from "@/components/search/search-box";
import type { UnreadParameter } from "@/lib/list/list-page";
import {
  firstPage,
  type RecordingFilter,
  type RecordingQuery,
} from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { usualColumns } from "@/lib/recordings/filter/list-columns";
import type { TableView } from "@/lib/recordings/filter/parse-table-view";
import { type Clock, toFixedDays } from "@/lib/recordings/filter/resolve-dates";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CopyLink } from "./copy-link";
import { recordingsStateMoreTexts } from "./more-texts.en";
import { NewsPill } from "./news-pill";

type RecordingsHeaderProps = Pick<
  FilterBarProps,
  "audio" | "names" | "transcribe" | "protection"
> & {
  query: RecordingQuery;
  unread: UnreadParameter[];
  /** The menu of saved views. */
  views: React.ReactNode;
  /** What came since the list was read. */
  news: React.ReactNode;
  view: TableView;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** What stands above the calls: how many there are, and every way to narrow them. */
export function RecordingsHeader(props: RecordingsHeaderProps) {
  const {
    query,
    unread,
    views,
    news,
    view,
    now,
    timeZone,
    vocabulary,
    audio,
    names,
    transcribe,
    protection,
  } = props;
  const t = recordingsStateMoreTexts();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 pb-2 sm:justify-between sm:gap-x-6 sm:gap-y-3 sm:px-6">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 max-sm:contents">
          <h1 className="font-semibold text-xl tracking-tight">{t.recordings}</h1>
          <Toolbar label={t.thisList} className="flex items-center gap-1">
            {views}
            <CopyLink days={toLinkDays(query.filter, { now, timeZone })} />
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
          <ExportMenu filter={otherParameters(query, ["limit", "show"])} />
        </Toolbar>
      </div>
      <div className="list-bar">
        <div className="list-bar-search">
          <SearchBox
            q={query.filter.q}
            others={otherParameters(query, ["q"])}
            completion={{ timeZone }}
          />
        </div>
        <FilterBar
          {...{ query, now, timeZone, vocabulary, audio, names, transcribe, protection }}
        />
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
  since: string;
  /** When the newest call of all came, in milliseconds since 1970; null where there is none. */
  lastCallAt: number | null;
  isEmpty: boolean;
  now: Date;
};

/** What came since the list was read, under its filter, and how long ago the last call of all did. */
export function ListNews(props: ListNewsProps) {
  const { since, lastCallAt, isEmpty, now } = props;
  const { filter, page } = props.query;
  const isFirstPage = !page.after && !page.before;
  return (
    <NewsPill
      key={since}
      since={since}
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
