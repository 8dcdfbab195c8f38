import { toTableStyle } from "@/components/recordings/columns/column-tracks";
import { otherParameters } from "@/components/recordings/list-href";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import {
  type ColumnChoice,
  isUsual,
  usualColumns,
  writeColumns,
} from "@/lib/recordings/filter/list-columns";
import type { TableView } from "@/lib/recordings/filter/parse-table-view";
import type { RecordingRowView } from "@/lib/recordings/query/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { EndlessTable } from "./endless-table";
import { ListHead } from "./list-head";
import { ListTail } from "./list-tail";
import { toRowFace } from "./to-row-face";

type RecordingsTableProps = {
  rows: RecordingRowView[];
  /** Where the next page begins; null at the end. */
  after: string | null;
  query: RecordingQuery;
  view: TableView;
  /** The mark that is older than the rows. */
  since: string;
  viewerId: string;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The calls. One table at every width: where it is narrow, each row becomes a small card. */
export function RecordingsTable(props: RecordingsTableProps) {
  const { rows, after, query, view, since, viewerId, now, timeZone, vocabulary } = props;
  const columns: ColumnChoice = query.page.columns ?? view.columns ?? usualColumns;
  const parameter = isUsual(columns) ? "" : `&show=${writeColumns(columns)}`;
  const asked = new URLSearchParams(otherParameters(query, ["show"]));
  return (
    <EndlessTable
      rows={rows.map((row) => toRowFace(row, timeZone, now, vocabulary, columns))}
      after={after}
      since={since}
      parameters={`${asked}${parameter}`}
      viewerId={viewerId}
      columns={columns}
      columnsParameter={parameter}
      style={toTableStyle(columns, view)}
      head={<ListHead query={query} columns={columns} widths={view.widths} timeZone={timeZone} />}
      tail={<ListTail />}
    />
  );
}
