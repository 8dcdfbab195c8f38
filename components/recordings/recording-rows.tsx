"use client";

import { useRef } from "react";
import { RecordingRow } from "./recording-row";
import type { RowFace } from "./to-row-face";
import { useFreshRows } from "./use-fresh-rows";
import { useRowKeys } from "./use-row-keys";

type RecordingRowsProps = { rows: RowFace[]; since: string };

/** The rows of the list, which stay where they are and become what they are meanwhile. */
export function RecordingRows({ rows, since }: RecordingRowsProps) {
  const ref = useRef<HTMLTableSectionElement>(null);
  useRowKeys(ref);
  return (
    <tbody ref={ref} className="block xl:table-row-group">
      {useFreshRows(rows, since).map(({ row, changeCount }) => (
        <RecordingRow key={row.id} row={row} changeCount={changeCount} />
      ))}
    </tbody>
  );
}
