import { isListColumn } from "@/lib/recordings/filter/list-columns";
import {
  clampWidth,
  parseTableView,
  type TableView,
  tableViewCookie,
  writeTableView,
} from "@/lib/recordings/filter/parse-table-view";

/** How this browser's table looks now. */
export function readTableView(): TableView {
  const start = `${tableViewCookie}=`;
  const own = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  return parseTableView(own?.slice(start.length).replaceAll("%2C", ","));
}

/** Remembered for a year; the server draws by it from the next page on. */
export function changeTableView(change: (view: TableView) => TableView): void {
  const text = writeTableView(change(readTableView()));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${tableViewCookie}=${text}; path=/; max-age=31536000; samesite=lax`;
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
