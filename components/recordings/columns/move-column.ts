import type { ColumnChoice, ListColumn } from "@/lib/recordings/filter/list-columns";

/** The columns with one of them at another place; beyond the ends it stays at the end. */
export function moveColumn(columns: ColumnChoice, column: ListColumn, to: number): ColumnChoice {
  const others = columns.filter((one) => one !== column);
  const place = Math.min(Math.max(to, 0), others.length);
  return others.toSpliced(place, 0, column);
}
