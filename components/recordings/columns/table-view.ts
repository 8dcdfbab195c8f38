import { keepCookie } from "@/components/live/store";
import { lookUp, texts } from "@/lib/language/texts";
import {
  type ColumnChoice,
  clampWidth,
  isListColumn,
  type ListColumn,
  listColumns,
  parseTableView,
  type TableView,
  tableViewCookie,
  writeTableView,
} from "@/lib/recordings/filter/list-view";

/** How wide a column is in rem until its edge is moved: in the narrowest list, and in a wide one. */
const usualWidths: Record<ListColumn, [least: number, most: number]> = {
  created_at: [6.65, 8.5],
  customer: [6.5, 11],
  phone_number: [7.5, 12],
  campaign: [5, 10.5],
  status: [6, 8.75],
  minutes_used: [3.65, 5],
  has_transcript: [3.1, 4],
  summary: [2.5, 30],
  tags: [6, 13],
  review: [5, 7],
  notes: [3.5, 4.5],
  email: [7, 12],
  type: [5, 8],
  gender: [4, 6],
  is_confirmed: [5, 6],
  is_phone_number_correct: [5, 7],
  id: [6, 11],
  call_sid: [6, 11],
  received_at: [6.65, 8.5],
  changed_at: [6.65, 8.5],
  heard: [5, 11],
};

/** The lists that these widths are for, in rem: beside an open call, and on a large screen. */
const narrowList = 42.5;
const wideList = 107;

/**
 * What the rows are laid out by. The width of a column is a variable, so that moving its edge draws
 * nothing anew; where they don't fit together, each gives way down to its least, and where even
 * these don't, to its share.
 */
export function toTableStyle(
  columns: ColumnChoice,
  { density, widths }: Pick<TableView, "density" | "widths">,
): Record<`--${string}`, string> {
  const tracks = toTracks(columns, columns.includes("summary") ? "summary" : columns.at(-1));
  const others = columns.filter((column) => column !== "summary");
  // Beside an open call, which shows it whole, a summary of two words helps nobody.
  const isLeftOut =
    others.length < columns.length &&
    widths.summary === undefined &&
    narrowList - leastOf(others) < leastSummary;
  return {
    "--tracks": tracks,
    "--tracks-narrow": isLeftOut ? toTracks(others, "customer", { phone_number: 8.5 }) : tracks,
    ...(isLeftOut && { "--summary-narrow": "none" }),
    "--row-height": rowHeights[density],
    ...Object.fromEntries(
      listColumns.flatMap((column) =>
        widths[column] === undefined ? [] : [[`--w-${column}`, `${widths[column]}px`]],
      ),
    ),
  };
}

/** What is left of the narrowest list, in rem, must hold that much of a summary. */
const leastSummary = 8;

/**
 * @param filler the column that has the room which the others leave
 * @param wanted more than the least, where there is room for it
 */
function toTracks(
  columns: ColumnChoice,
  filler: ListColumn | undefined,
  wanted: Partial<Record<ListColumn, number>> = {},
): string {
  const sum = leastOf(columns);
  const tracks = columns.map((column) => {
    const [least] = usualWidths[column];
    const share = `${((100 * least) / sum).toFixed(2)}%`;
    const length = wanted[column] ? `${wanted[column]}rem` : toLength(column);
    const width = `var(--w-${column},${column === filler ? "1fr" : length})`;
    // An edge may have been moved to less than that.
    return `minmax(min(${least}rem,${share},var(--w-${column},100%)),${width})`;
  });
  return tracks.join(" ");
}

function leastOf(columns: ColumnChoice): number {
  return columns.reduce((before, column) => before + usualWidths[column][0], 0);
}

export const rowHeights: Record<TableView["density"], string> = {
  comfortable: "2.5rem",
  compact: "2rem",
};

/** In pixels, as near as can be told without a look at it. */
export function estimateWidth(column: ListColumn, widths: TableView["widths"]): number {
  const [least, most] = usualWidths[column];
  return widths[column] ?? ((least + most) / 2) * 16;
}

/** Grows evenly with the list, from its least to its most. */
function toLength(column: ListColumn): string {
  const [least, most] = usualWidths[column];
  const slope = ((most - least) / (wideList - narrowList)).toFixed(4);
  return `clamp(${least}rem,${least}rem + (100cqw - ${narrowList}rem)*${slope},${most}rem)`;
}

/** How this browser's table looks now. */
export function readTableView(): TableView {
  const start = `${tableViewCookie}=`;
  const own = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  return parseTableView(own?.slice(start.length).replaceAll("%2C", ","));
}

/** Remembered for a year; the server draws by it from the next page on. */
export function changeTableView(change: (view: TableView) => TableView): void {
  keepCookie(tableViewCookie, writeTableView(change(readTableView())));
}

/** Changes how the table is laid out at once, without drawing a row anew. */
export function styleTable(properties: Record<string, string | null>): void {
  const { style } = document.getElementById("recordings-table") ?? {};
  for (const [name, value] of Object.entries(properties)) style?.setProperty(name, value);
}

export const stepPx = 16;

/** Lets the edges of a table's columns be dragged, and moved by the arrow keys; a double click gives a width back. */
export function moveEdges(table: HTMLElement): void {
  table.addEventListener("dblclick", ({ target }) => {
    const edge = toEdge(target);
    if (edge) chooseWidth(edge, null);
  });
  table.addEventListener("keydown", (event) => {
    const edge = toEdge(event.target);
    const by = event.key === "ArrowRight" ? stepPx : event.key === "ArrowLeft" ? -stepPx : 0;
    if (!edge || by === 0) return;
    event.preventDefault();
    chooseWidth(edge, clampWidth(readWidth(edge) + by));
  });
  table.addEventListener("pointerdown", ({ target, pointerId, clientX }) => {
    const edge = toEdge(target);
    if (edge) drag(edge, pointerId, clientX);
  });
}

function drag(edge: HTMLElement, pointerId: number, fromX: number): void {
  const begun = readWidth(edge);
  const toWidth = ({ clientX }: PointerEvent) => clampWidth(begun + clientX - fromX);
  edge.setPointerCapture(pointerId);
  edge.onpointermove = (move) => show(edge, toWidth(move));
  edge.onlostpointercapture = (end) => {
    edge.onpointermove = null;
    if (end.clientX !== fromX) chooseWidth(edge, toWidth(end));
  };
}

function show(edge: HTMLElement, width: number | null): void {
  styleTable({ [`--w-${edge.dataset.column}`]: width === null ? null : `${width}px` });
  edge.setAttribute("aria-valuenow", `${width ?? readWidth(edge)}`);
}

export function chooseWidth(edge: HTMLElement, width: number | null): void {
  show(edge, width);
  const column = edge.dataset.column ?? "";
  if (!isListColumn(column)) return;
  changeTableView(({ widths: { [column]: _, ...others }, ...view }) => ({
    ...view,
    widths: width === null ? others : { ...others, [column]: width },
  }));
}

function toEdge(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement && target.dataset.column !== undefined ? target : null;
}

export function readWidth(edge: HTMLElement): number {
  return edge.parentElement?.offsetWidth ?? 0;
}

/** What people call the columns of the list. */
export const columnLabels = lookUp(listColumns, (column) => columnLabelTexts()[column]);

export const columnLabelTexts = texts("columnLabels", {
  created_at: "Time",
  customer: "Customer",
  phone_number: "Phone number",
  campaign: "Campaign",
  status: "Status",
  minutes_used: "Minutes",
  has_transcript: "Transcript",
  summary: "Summary",
  tags: "Tags",
  review: "Review",
  notes: "Notes",
  email: "Email",
  type: "Customer type",
  gender: "Gender",
  is_confirmed: "Confirmed",
  is_phone_number_correct: "Phone correct",
  id: "Call id",
  call_sid: "Session id",
  received_at: "Received",
  changed_at: "Changed",
  heard: "Heard",
});
