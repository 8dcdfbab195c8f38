"use client";

import Link from "next/link";
import { memo, useRef } from "react";
import { hasRoomBeside } from "@/components/call/has-room-beside";
import { recordingHref } from "@/components/recordings/recording-href";
import { classNames } from "@/components/ui/class-names";
import {
  type ColumnChoice,
  type ExtraColumn,
  type UsualColumn,
  usualColumns,
} from "@/lib/recordings/filter/list-columns";
import { IncompleteMark } from "./incomplete-mark";
import { tellMore, usualCells } from "./recording-cells";
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
      className="call-link"
    >
      {row.customerName}
    </Link>
  );
  return (
    <tr
      data-id={row.id}
      aria-rowindex={rowIndex}
      className={classNames(
        "call-row group/row",
        isOpen || isSelected ? "bg-accent-soft" : "focus-within:bg-hover hover:bg-hover",
        toChangeStyle(changeCount),
      )}
    >
      <td className="call-margin">
        <SelectBox label={`Select ${row.customerName}`} isChecked={isSelected} />
      </td>
      {columns.map((column) =>
        isUsual(column) ? (
          <td key={column} dir={toDirection(column)} className={`call-cell call-${column}`}>
            {column === "customer" ? (
              <>
                <IncompleteMark problemCount={row.problemCount} />
                {link}
              </>
            ) : (
              usualCells[column](row)
            )}
          </td>
        ) : (
          <td key={column} className="call-cell hidden xl:block">
            {tellMore(row, column)}
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
            {usualCells[column](row)}
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
