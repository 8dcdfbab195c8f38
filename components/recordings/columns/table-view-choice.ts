import {
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
