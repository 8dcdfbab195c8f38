import { routeWhileSignedIn, unreadable } from "@/lib/access/gate/route";
import { countAudio, packAudio } from "@/lib/audio/zip/pack-audio";
import { parseExport, wordExportFault } from "@/lib/export/parse-export";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** The audio of every call that the list's parameters match, as a ZIP; `?count=1` says how much it is. */
export const GET = routeWhileSignedIn("export", { parse }, async ({ input, viewer, request }) => {
  const { signal } = request;
  const asked = { timeZone: await viewerTimeZone(), viewerId: viewer.userId, signal };
  return input.isCount ? countAudio(input.filter, asked) : packAudio(input.filter, asked);
});

function parse(search: URLSearchParams) {
  const isCount = search.get("count") === "1";
  const asked = new URLSearchParams([...search].filter(([name]) => name !== "count"));
  const read = parseExport(asked);
  if ("wish" in read) return { filter: read.wish.filter, isCount };
  return unreadable(read.faults.map(wordExportFault));
}
