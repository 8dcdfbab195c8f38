"use client";

import { memo } from "react";
import { describeIncomplete, MarkedText } from "@/components/format/text";
import type { RowViewModel } from "@/components/recordings/list-answers";
import { callLink } from "@/components/recordings/state/open-call";
import { classNames } from "@/components/ui/class-names";
import { recordingHref } from "@/lib/list/id-segment";
import {
  type ColumnChoice,
  type ExtraColumn,
  type UsualColumn,
  usualColumns,
} from "@/lib/recordings/filter/list-view";
import {
  describeMatchesBeside,
  formatMore,
  markAudio,
  PlayButton,
  recordingsTableTexts,
  usualCells,
} from "./row-cells";
import type { FreshRow } from "./use-fresh-rows";

type RowChunkProps = {
  rows: FreshRow[];
  /** How many rows stand before it. */
  firstRow: number;
  /** Whether it has its rows; else it only takes their room. */
  isNear: boolean;
  columns: ColumnChoice;
  isTabStop: boolean;
  areTimesRelative: boolean;
  /** The one of its calls that is open beside the list. */
  openId: string | null;
  selectedIds: ReadonlySet<string>;
};

/** Rows that the browser lays out and draws only where they can be seen: a list may hold thousands. */
export const RowChunk = memo(function RowChunk(props: RowChunkProps) {
  "use no memo";
  const { rows, firstRow, isNear, columns, isTabStop, areTimesRelative } = props;
  const { openId, selectedIds } = props;
  const style = {
    "--rows": rows.length,
    "--headings": countHeadings(rows),
  } as React.CSSProperties;
  if (!isNear) return <tbody style={style} className={farStyle} />;
  return (
    <tbody style={style} className={firstRow === 0 ? height : chunkStyle}>
      {rows.map(({ row, changeCount, heading }, index) => (
        <RecordingRow
          key={row.id}
          row={row}
          // The head is the first one.
          rowIndex={firstRow + index + 2}
          columns={columns}
          tabIndex={isTabStop ? undefined : -1}
          changeCount={changeCount}
          heading={heading}
          areTimesRelative={areTimesRelative}
          isOpen={row.id === openId}
          isSelected={selectedIds.has(row.id)}
        />
      ))}
    </tbody>
  );
}, isSame);

/** Its rows are new in name whenever any row of the list is. */
function isSame(before: RowChunkProps, after: RowChunkProps): boolean {
  if (!before.isNear && !after.isNear) {
    return (
      before.rows.length === after.rows.length &&
      countHeadings(before.rows) === countHeadings(after.rows)
    );
  }
  const isSelectedAlike =
    before.selectedIds === after.selectedIds ||
    after.rows.every(({ row: { id } }) => before.selectedIds.has(id) === after.selectedIds.has(id));
  const isOpenAlike =
    before.openId === after.openId ||
    after.rows.every(({ row: { id } }) => id !== before.openId && id !== after.openId);
  return (
    isSelectedAlike &&
    isOpenAlike &&
    before.isNear === after.isNear &&
    before.firstRow === after.firstRow &&
    before.columns === after.columns &&
    before.areTimesRelative === after.areTimesRelative &&
    before.rows.length === after.rows.length &&
    after.rows.every((row, index) => {
      const other = before.rows[index];
      return (
        row.row === other?.row &&
        row.changeCount === other.changeCount &&
        row.heading === other.heading
      );
    })
  );
}

function countHeadings(rows: FreshRow[]): number {
  return rows.filter(({ heading }) => heading !== undefined).length;
}

/**
 * Their height is known before they are laid out: a line of the table, or a card of four or two; the
 * browser must not remember another one from another width. The first ones are seen at once, so that
 * to find out whether they are would only cost time.
 */
const height =
  "block [--height:6.9375rem] max-xl:@min-[40rem]:[--height:4.1875rem] xl:[--height:var(--row-height)]";
const chunkStyle = `${height} [content-visibility:auto] [contain-intrinsic-height:calc(var(--rows)*var(--height)_+_var(--headings)*1.75rem)]`;
const farStyle = `${height} h-[calc(var(--rows)*var(--height)_+_var(--headings)*1.75rem)]`;

type RecordingRowProps = {
  row: RowViewModel;
  /** Its place in the table, of which not all rows are in the document. */
  rowIndex: number;
  columns: ColumnChoice;
  /** Before `useRowKeys` leaves Tab one row alone; without scripts it finds all. */
  tabIndex: -1 | undefined;
  /** How often it became another while it was shown. */
  changeCount: number;
  /** What stands above it. */
  heading: string | undefined;
  areTimesRelative: boolean;
  isOpen: boolean;
  isSelected: boolean;
};

/** One call. The link on its customer's name covers the whole row; the table hears its clicks. */
export const RecordingRow = memo(function RecordingRow(props: RecordingRowProps) {
  "use no memo";
  const { row, rowIndex, columns, changeCount, heading, areTimesRelative } = props;
  const { isOpen, isSelected, tabIndex } = props;
  const t = recordingsTableTexts();
  // Without a summary the last column has the room that is left.
  const spare = columns.includes("summary") ? null : columns.at(-1);
  const link = (
    <a
      href={recordingHref(row.id)}
      tabIndex={tabIndex}
      title={row.named}
      aria-current={isOpen ? "true" : undefined}
      className={callLink}
    >
      <MarkedText text={row.customerName} parts={row.marks?.customer} />
    </a>
  );
  return (
    <tr
      data-id={row.id}
      data-heading={heading}
      aria-rowindex={rowIndex}
      className={classNames(
        "call-row group/row",
        isOpen || isSelected ? "bg-accent-soft" : "focus-within:bg-hover hover:bg-hover",
        toChangeStyle(changeCount),
      )}
    >
      <td className="call-margin">
        <SelectBox label={t.select(row.customerName)} isChecked={isSelected} tabIndex={tabIndex} />
      </td>
      {columns.map((column) =>
        isUsual(column) ? (
          <td key={column} dir={toDirection(column)} className={`call-cell call-${column}`}>
            {column === "customer" ? (
              <>
                <IncompleteMark problemCount={row.problemCount} />
                {link}
                {row.canPlay ? <PlayButton id={row.id} title={row.customerName} /> : null}
                {columns.includes("has_transcript") ? null : markAudio(row)}
              </>
            ) : (
              usualCells[column](row, areTimesRelative)
            )}
            {column === spare ? describeMatchesBeside(row) : null}
          </td>
        ) : (
          <td key={column} className={`call-cell call-${column} hidden xl:block`}>
            {formatMore(row, column)}
            {column === spare ? describeMatchesBeside(row) : null}
          </td>
        ),
      )}
      {usualColumns.map((column) =>
        column === "customer" || columns.includes(column) ? null : (
          <td
            key={column}
            dir={toDirection(column)}
            className={`call-cell call-${column} xl:hidden`}
          >
            {usualCells[column](row, areTimesRelative)}
          </td>
        ),
      )}
    </tr>
  );
});

function isUsual(column: UsualColumn | ExtraColumn): column is UsualColumn {
  return usualColumns.some((usual) => usual === column);
}

/** What people wrote is cut at its own end, not at the left or the right. */
function toDirection(column: UsualColumn): "auto" | undefined {
  return column === "customer" || column === "summary" ? "auto" : undefined;
}

/** Two names of one animation: each change runs it anew. */
function toChangeStyle(changeCount: number): string | null {
  if (changeCount === 0) return null;
  return changeCount % 2 === 1 ? "animate-changed" : "animate-changed-again";
}

/** Says of a row that something of its call is missing. */
function IncompleteMark({ problemCount }: { problemCount: number }) {
  if (problemCount === 0) return null;
  const words = describeIncomplete(problemCount);
  return (
    <span title={words} className="call-incomplete">
      <span
        aria-hidden
        className="block size-3.5 rounded-full border-[1.5px] border-current border-dashed"
      />
      <span className="sr-only">{words}</span>
    </span>
  );
}

type SelectBoxProps = { label: string; isChecked: boolean; tabIndex: -1 | undefined };

/** A box in the margin, seen when it is near or in use. The table itself hears its clicks. */
function SelectBox({ label, isChecked, tabIndex }: SelectBoxProps) {
  "use no memo";
  return (
    <label className="call-box-label">
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={tabIndex}
        checked={isChecked}
        readOnly
        className="call-box"
      />
    </label>
  );
}
