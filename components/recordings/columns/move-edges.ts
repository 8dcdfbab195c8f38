import { isListColumn } from "@/lib/recordings/filter/list-columns";
import { clampWidth } from "@/lib/recordings/filter/parse-table-view";
import { changeTableView, styleTable } from "./table-view-choice";

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
