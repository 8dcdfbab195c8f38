import { useSyncExternalStore } from "react";
import type { TableView } from "@/lib/recordings/filter/parse-table-view";

/** What of a table's look its rows are drawn by. */
export type TableLook = Pick<TableView, "times" | "hasDividers">;

let chosen: TableLook | null = null;
const listeners = new Set<() => void>();

/** Draws the table by it at once; the page that comes next has it from the server. */
export function chooseLook(look: TableLook): void {
  chosen = look;
  for (const listener of listeners) listener();
}

/** As it was chosen in this tab, else as the server knows it. */
export function useTableLook(given: TableLook): TableLook {
  return useSyncExternalStore(
    subscribe,
    () => chosen ?? given,
    () => given,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
