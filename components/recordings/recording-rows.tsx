"use client";

import { RecordingRow } from "./recording-row";
import type { RowFace } from "./to-row-face";
import { useFreshRows } from "./use-fresh-rows";

type RecordingRowsProps = { rows: RowFace[]; since: string };

/** The rows of the list, which stay where they are and become what they are meanwhile. */
export function RecordingRows({ rows, since }: RecordingRowsProps) {
  return (
    <tbody className="block xl:table-row-group">
      {useFreshRows(rows, since).map(({ row, changeCount }) => (
        <RecordingRow key={row.id} row={row} changeCount={changeCount} />
      ))}
    </tbody>
  );
}
