import { classNames } from "@/components/ui/class-names";
import type { RecordingQuery } from "@/lib/recordings/filter";
import type { RecordingRowView } from "@/lib/recordings/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { columnHeaderStyle } from "./column-header-style";
import { RecordingRows } from "./recording-rows";
import { SortHeader } from "./sort-header";
import { toRowFace } from "./to-row-face";
import { zoneName } from "./zone-name";

type RecordingsTableProps = {
  rows: RecordingRowView[];
  query: RecordingQuery;
  /** The mark that is older than the rows. */
  since: string;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The calls. One table at every width: where it is narrow, each row becomes a small card. */
export function RecordingsTable(props: RecordingsTableProps) {
  const { rows, query, since, now, timeZone, vocabulary } = props;
  return (
    <table
      aria-label="Recordings"
      className="block w-full table-fixed border-separate border-spacing-0 text-dense transition-opacity delay-100 group-data-pending/list:opacity-60 @5xl:table"
    >
      <thead className="sr-only @5xl:not-sr-only @5xl:table-header-group">
        <tr>
          <SortHeader
            query={query}
            column="created_at"
            className="w-39 @5xl:pl-6"
            note={
              <span className="ml-1 align-middle font-normal text-faint" title={timeZone}>
                {zoneName(timeZone)}
              </span>
            }
          >
            Time
          </SortHeader>
          <th scope="col" className={classNames(columnHeaderStyle, "w-44 @7xl:w-56")}>
            Customer
          </th>
          <th scope="col" className={classNames(columnHeaderStyle, "w-43")}>
            Phone number
          </th>
          <th scope="col" className={classNames(columnHeaderStyle, "w-36 @7xl:w-48")}>
            Campaign
          </th>
          <th scope="col" className={classNames(columnHeaderStyle, "w-28")}>
            Status
          </th>
          <SortHeader query={query} column="minutes_used" className="w-20 text-right">
            Minutes
          </SortHeader>
          <th scope="col" className={classNames(columnHeaderStyle, "w-22")}>
            Transcript
          </th>
          <th scope="col" className={classNames(columnHeaderStyle, "@5xl:pr-6")}>
            Summary
          </th>
        </tr>
      </thead>
      <RecordingRows
        rows={rows.map((row) => toRowFace(row, timeZone, now, vocabulary))}
        since={since}
      />
    </table>
  );
}
