import { type ColumnChoice, type ListColumn, listColumns } from "@/lib/recordings/list-columns";
import { narrowest, type TableView } from "@/lib/recordings/parse-table-view";

/** How wide a column is in rem until its edge is moved; of two numbers, as wide as the list allows. */
const usualWidths: Record<ListColumn, number | [number, number] | "rest"> = {
  created_at: 9,
  customer: [10.75, 14],
  phone_number: 10.25,
  campaign: [10.5, 13],
  status: [8.5, 10],
  minutes_used: 5,
  has_transcript: 5.5,
  summary: "rest",
  email: 12,
  type: 8,
  gender: 6,
  is_confirmed: 6,
  is_phone_number_correct: 7,
  id: 11,
  call_sid: 11,
  received_at: 8,
  changed_at: 8,
};

/**
 * What the rows are laid out by. The width of a column is a variable, so that moving its edge draws
 * nothing anew; where they don't fit together, each gives way down to its least.
 */
export function toTableStyle(
  columns: ColumnChoice,
  { density, widths }: Pick<TableView, "density" | "widths">,
): Record<`--${string}`, string> {
  const filler = columns.includes("summary") ? "summary" : columns.at(-1);
  const tracks = columns.map((column) => {
    const usual = column === filler ? "1fr" : toLength(usualWidths[column]);
    return `minmax(${narrowest}px,var(--w-${column},${usual}))`;
  });
  return {
    "--tracks": tracks.join(" "),
    "--row-height": rowHeights[density],
    ...Object.fromEntries(
      listColumns.flatMap((column) =>
        widths[column] === undefined ? [] : [[`--w-${column}`, `${widths[column]}px`]],
      ),
    ),
  };
}

export const rowHeights: Record<TableView["density"], string> = {
  comfortable: "2.5rem",
  compact: "2rem",
};

/** In pixels, as near as can be told without a look at it. */
export function tellWidth(column: ListColumn, widths: TableView["widths"]): number {
  const usual = usualWidths[column];
  const rem = usual === "rest" ? 20 : typeof usual === "number" ? usual : usual[0];
  return widths[column] ?? rem * 16;
}

function toLength(width: number | [number, number] | "rest"): string {
  if (width === "rest") return "1fr";
  if (typeof width === "number") return `${width}rem`;
  const [least, most] = width;
  return `clamp(${least}rem,${least}rem + 100cqw - 80rem,${most}rem)`;
}
