import { ExportMenu } from "@/components/export/export-menu";
import { SearchBox } from "@/components/list/search-box";
import { UnreadParameters } from "@/components/list/unread-parameters";
import { ColumnsMenu } from "@/components/recordings/columns/columns-menu";
import { TotalCount } from "@/components/recordings/counts/total-count";
import { FilterBar } from "@/components/recordings/filters/filter-bar";
import { FilterChipsRow } from "@/components/recordings/filters/filter-chips-row";
import { SortMenu } from "@/components/recordings/filters/sort-menu";
import { otherParameters } from "@/components/recordings/list-href";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import type { UnreadParameter } from "@/lib/recordings/filter/filter-url";
import { usualColumns } from "@/lib/recordings/filter/list-columns";
import type { TableView } from "@/lib/recordings/filter/parse-table-view";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { CopyLink } from "./copy-link";
import { toLinkDays } from "./to-link-days";

type ListHeaderProps = {
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
export function ListHeader(props: ListHeaderProps) {
  const { query, unread, views, news, view, now, timeZone, vocabulary } = props;
  return (
    <div className="space-y-3 border-line border-b px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-xl tracking-tight">Recordings</h1>
          <div className="flex items-center gap-1">
            {views}
            <CopyLink days={toLinkDays(query.filter, { now, timeZone })} />
          </div>
          <TotalCount />
          {news}
        </div>
        <div className="flex w-full gap-2 sm:w-auto xl:min-w-64 xl:flex-1 xl:basis-0 xl:justify-end">
          <SearchBox
            q={query.filter.q}
            others={otherParameters(query, ["q"])}
            completion={{ timeZone }}
          />
          <div className="xl:hidden">
            <SortMenu query={query} />
          </div>
          <div className="hidden xl:block">
            <ColumnsMenu
              columns={query.page.columns ?? view.columns ?? usualColumns}
              density={view.density}
              others={otherParameters(query, ["show"])}
            />
          </div>
          <ExportMenu filter={otherParameters(query, ["limit", "show"])} />
        </div>
      </div>
      <FilterBar query={query} now={now} timeZone={timeZone} vocabulary={vocabulary} />
      <FilterChipsRow query={query} clock={{ now, timeZone }} vocabulary={vocabulary} />
      <UnreadParameters unread={unread} />
    </div>
  );
}
