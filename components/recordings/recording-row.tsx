"use client";

import Link from "next/link";
import { memo, useRef } from "react";
import { hasRoomBeside } from "@/components/call/has-room-beside";
import { classNames } from "@/components/ui/class-names";
import {
  type ColumnChoice,
  type ExtraColumn,
  type UsualColumn,
  usualColumns,
} from "@/lib/recordings/list-columns";
import { placesInCard, tellMore, usualCells } from "./recording-cells";
import { recordingHref } from "./recording-href";
import { SelectBox } from "./select-box";
import type { RowFace } from "./to-row-face";

type RecordingRowProps = {
  row: RowFace;
  /** Its place in the table, of which not all rows are in the document. */
  rowIndex: number;
  columns: ColumnChoice;
  /** How often it became another while it was shown. */
  changeCount: number;
  isOpen: boolean;
  isSelected: boolean;
  onOpen: (id: string, options: { takesFocus: boolean }) => void;
};

/** One call. The link on its customer's name covers the whole row. */
export const RecordingRow = memo(function RecordingRow(props: RecordingRowProps) {
  "use no memo";
  const { row, rowIndex, columns, changeCount, isOpen, isSelected, onOpen } = props;
  const isByEnter = useRef(false);
  const link = (
    <Link
      href={recordingHref(row.id)}
      prefetch={false}
      title={row.named}
      aria-current={isOpen ? "true" : undefined}
      onNavigate={(event) => {
        if (!hasRoomBeside()) return;
        event.preventDefault();
        onOpen(row.id, { takesFocus: isByEnter.current });
      }}
      onKeyDown={({ key }) => {
        isByEnter.current = key === "Enter";
      }}
      onPointerDown={() => {
        isByEnter.current = false;
      }}
      className="font-medium outline-none [-webkit-touch-callout:none] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
    >
      <bdi>{row.customerName}</bdi>
    </Link>
  );
  return (
    <tr
      data-id={row.id}
      aria-rowindex={rowIndex}
      className={classNames(
        rowStyle,
        isOpen || isSelected ? "bg-accent-soft" : "focus-within:bg-hover hover:bg-hover",
        toChangeStyle(changeCount),
      )}
    >
      <td className="absolute inset-y-0 left-0 z-1 flex">
        <SelectBox label={`Select ${row.customerName}`} isChecked={isSelected} />
      </td>
      {columns.map((column) =>
        isUsual(column) ? (
          <td key={column} className={classNames(cell, placesInCard[column], cellInTable(column))}>
            {column === "customer" ? link : usualCells[column](row)}
          </td>
        ) : (
          <td key={column} className={classNames(cell, "hidden @5xl:block")}>
            {tellMore(row, column)}
          </td>
        ),
      )}
      {usualColumns.map((column) =>
        column === "customer" || columns.includes(column) ? null : (
          <td key={column} className={classNames(cell, placesInCard[column], "@5xl:hidden")}>
            {usualCells[column](row)}
          </td>
        ),
      )}
    </tr>
  );
});

function isUsual(column: UsualColumn | ExtraColumn): column is UsualColumn {
  return column in placesInCard;
}

/** A row of the table where it is wide, a card of four lines on a phone, of two in between. */
const rowStyle = classNames(
  "group/row relative grid grid-cols-[minmax(0,1fr)_auto_3.25rem] gap-x-2 gap-y-0.5 border-line border-b px-4 py-3",
  "transition-colors pointer-coarse:select-none @max-[40rem]:in-data-selecting:pl-11",
  "@min-[40rem]:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_auto_auto] @min-[40rem]:gap-x-3 @min-[40rem]:px-6",
  "@5xl:h-(--row-height) @5xl:grid-cols-(--tracks) @5xl:items-center @5xl:gap-0 @5xl:px-3 @5xl:py-0",
  // Below the bar or the head that stays while the list scrolls.
  "scroll-mt-14 scroll-mb-2 lg:scroll-mt-2 @5xl:scroll-mt-10",
);

/** Two names of one animation: each change runs it anew. */
function toChangeStyle(changeCount: number): string | null {
  if (changeCount === 0) return null;
  return changeCount % 2 === 1 ? "animate-changed" : "animate-changed-again";
}

const cell = "min-w-0 truncate @5xl:px-3";

function cellInTable(column: UsualColumn): string {
  return classNames(
    "@5xl:order-none @5xl:col-span-1",
    column === "minutes_used" ? "@5xl:text-right" : "@5xl:text-left",
  );
}
