import { routeWhileSignedIn, unreadable } from "@/lib/access/gate/route";
import { exportRecordings } from "@/lib/export/export-recordings";
import { parseExport, wordExportFault } from "@/lib/export/parse-export";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** Every call that the list's parameters match, as a file. */
export const GET = routeWhileSignedIn("export", { parse }, async ({ input: wish, viewer }) =>
  exportRecordings(wish, { timeZone: await viewerTimeZone(), viewerId: viewer.userId }),
);

function parse(search: URLSearchParams) {
  const read = parseExport(search);
  if ("wish" in read) return read.wish;
  return unreadable(read.faults.map(wordExportFault));
}
