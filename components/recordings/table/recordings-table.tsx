import { formatShort, zoneName } from "@/components/format/dates";
import { SortLink } from "@/components/list/table";
import type { TagActions } from "@/components/notes/notes-section";
import {
  columnLabels,
  estimateWidth,
  toTableStyle,
} from "@/components/recordings/columns/table-view";
import { toMergedTokens } from "@/components/recordings/counts/facet-options";
import type { Protect } from "@/components/recordings/filters/protect-calls";
import { otherParameters, sortHref } from "@/components/recordings/list-href";
import { classNames } from "@/components/ui/class-names";
import type { RowHeardView } from "@/lib/heard/views";
import type { RowNotesView } from "@/lib/notes/views";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import {
  type ColumnChoice,
  isUsual,
  type ListColumn,
  narrowest,
  type TableView,
  usualColumns,
  widest,
  writeColumns,
} from "@/lib/recordings/filter/list-view";
import type { RecordingRowView } from "@/lib/recordings/views/views";
import type { ViewContext } from "@/lib/vocabulary/views";
import { EndlessTable, type LastVisit } from "./endless-table";
import { recordingsTableMoreTexts } from "./row-marks";
import { toRowViewModel } from "./row-view-model";

type RecordingsTableProps = ViewContext & {
  rows: RecordingRowView[];
  /** Where the next page begins; null at the end. */
  after: string | null;
  query: RecordingQuery;
  view: TableView;
  /** The watermark that is older than the rows. */
  watermark: string;
  viewerId: string;
  lastVisitMs: number | null;
  /** Who heard them, where that is shown. */
  heard?: ReadonlyMap<string, RowHeardView>;
  tagging?: TagActions;
  protect?: Protect | undefined;
  /** Whether audio that waits does so for want of room. */
  isQuotaReached?: boolean;
  /** What was said of these calls, where a column shows it. */
  said?: ReadonlyMap<string, RowNotesView>;
};

/** The calls. One table at every width: where it is narrow, each row becomes a small card. */
export function RecordingsTable(props: RecordingsTableProps) {
  const { rows, after, query, view, watermark, viewerId, lastVisitMs } = props;
  const { now, timeZone, vocabulary, heard, tagging, said, isQuotaReached = false } = props;
  const columns: ColumnChoice = query.page.columns ?? view.columns ?? usualColumns;
  const { q } = query.filter;
  const parameter = isUsual(columns) ? "" : `&show=${writeColumns(columns)}`;
  const asked = new URLSearchParams(otherParameters(query, ["show"]));
  return (
    <EndlessTable
      rows={rows.map((row) =>
        toRowViewModel(row, timeZone, now, vocabulary, { columns, q, heard, said, isQuotaReached }),
      )}
      after={after}
      watermark={watermark}
      parameters={`${asked}${parameter}`}
      viewerId={viewerId}
      columns={columns}
      rowParameters={`${parameter}${q && `&${new URLSearchParams({ q })}`}`}
      style={toTableStyle(columns, view)}
      head={<ListHead query={query} columns={columns} widths={view.widths} timeZone={timeZone} />}
      tail={<ReservedHeight />}
      look={{ times: view.times, hasDividers: view.hasDividers }}
      days={
        query.page.sort.endsWith("created_at")
          ? {
              timeZone,
              today: formatShort(now.toISOString(), timeZone, now).day,
              yesterday: formatShort(toYesterday(now).toISOString(), timeZone, now).day,
            }
          : null
      }
      visit={toVisit(query, lastVisitMs, timeZone, now)}
      merged={toMergedTokens(vocabulary)}
      {...(tagging && { tagging })}
      protect={props.protect}
    />
  );
}

/** What has come since the visit before stands above, where the newest is the first. */
function toVisit(
  { page: { sort } }: RecordingQuery,
  lastVisitMs: number | null,
  timeZone: string,
  now: Date,
): LastVisit | null {
  const by = new Map([
    ["-created_at", "createdAt" as const],
    ["-changed_at", "changedAt" as const],
  ]).get(sort);
  if (!by || lastVisitMs === null) return null;
  const at = new Date(lastVisitMs).toISOString();
  const { day, time } = formatShort(at, timeZone, now);
  return { by, at, told: `${day}, ${time}` };
}

/** In a night of 23 hours or 25, still the day before. */
function toYesterday(now: Date): Date {
  return new Date(now.getTime() - 24 * 60 * 60 * 1_000);
}

type ListHeadProps = {
  query: RecordingQuery;
  columns: ColumnChoice;
  widths: TableView["widths"];
  timeZone: string;
};

/** The heads of the columns, which stay in sight while the list scrolls. */
function ListHead({ query, columns, widths, timeZone }: ListHeadProps) {
  return (
    <thead className="max-xl:sr-only xl:sticky xl:top-11 xl:z-10 pointer-coarse:xl:top-13 xl:block">
      <tr className="call-head xl:h-9 xl:border-line xl:border-b xl:bg-surface">
        <th scope="col" className="sr-only">
          {recordingsTableMoreTexts().select}
        </th>
        {columns.map((column) => {
          const { order, sortable } = toOrder(query, column);
          const label = columnLabels[column];
          return (
            <th
              key={column}
              scope="col"
              aria-label={label}
              aria-sort={order}
              className={classNames(
                "call-head-cell",
                column === "minutes_used" && "xl:justify-end",
                column === "summary" && "call-head-summary",
              )}
            >
              {sortable ? (
                <SortLink
                  href={sortHref(query, order === "descending" ? sortable : `-${sortable}`)}
                  order={order}
                  isNumber={sortable === "minutes_used"}
                >
                  {label}
                </SortLink>
              ) : column === "has_transcript" ? (
                <>
                  <span aria-hidden title={label} className="call-transcript-mark" />
                  <span className="sr-only">{label}</span>
                </>
              ) : (
                <span className="truncate">{label}</span>
              )}
              {column === "created_at" ? (
                <span className="ml-1 truncate font-normal text-faint" title={timeZone}>
                  {zoneName(timeZone)}
                </span>
              ) : null}
              <ColumnEdge column={column} label={label} width={estimateWidth(column, widths)} />
            </th>
          );
        })}
        {usualColumns.map((column) =>
          columns.includes(column) ? null : (
            <th key={column} scope="col" className="xl:hidden">
              {columnLabels[column]}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

function toOrder({ page: { sort } }: RecordingQuery, column: string) {
  const sortable = (["created_at", "minutes_used", "changed_at"] as const).find(
    (one) => one === column,
  );
  const order = sort === `-${column}` ? "descending" : sort === column ? "ascending" : undefined;
  return { sortable, order } as const;
}

type ColumnEdgeProps = { column: ListColumn; label: string; width: number };

/** The edge of a column, which `moveEdges` moves; for who uses keys the menu of columns has its width, too. */
function ColumnEdge({ column, label, width }: ColumnEdgeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved
    <span
      role="separator"
      tabIndex={-1}
      data-column={column}
      aria-label={recordingsTableMoreTexts().widthOf(label)}
      aria-orientation="vertical"
      aria-valuemin={Math.min(narrowest, width)}
      aria-valuemax={widest}
      aria-valuenow={width}
      className="absolute inset-y-0 -right-1.5 z-1 hidden w-3 cursor-col-resize touch-none outline-none after:absolute after:inset-y-2 after:left-1/2 after:w-px hover:after:bg-line-strong focus-visible:after:w-0.5 focus-visible:after:bg-accent active:after:bg-accent xl:block"
    />
  );
}

/**
 * The height that the kept rows of a list will take once scripts run. It is there before anything is
 * drawn, so that a page that is loaded again stands still where it was.
 */
function ReservedHeight() {
  return (
    <>
      <div id="reserved-height" aria-hidden suppressHydrationWarning className="reserved-height" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a text of our own, without values */}
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

const script = `try{
const [at,height,y]=JSON.parse(sessionStorage.getItem("earshot-place-tail"));
const q=new URLSearchParams(location.search);q.delete("open");
const {type}=performance.getEntriesByType("navigation")[0];
if(type!=="navigate"&&at===location.pathname+"?"+q){
document.getElementById("reserved-height").style.height=height+"px";
scrollTo({top:y,behavior:"instant"})}
}catch{}`;
