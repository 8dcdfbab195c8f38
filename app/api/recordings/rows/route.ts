import { toRowViewModel } from "@/components/recordings/table/row-view-model";
import { route } from "@/lib/access/gate/route";
import { readFreeQuotaBytes } from "@/lib/audio/kept/limits";
import { listRowsHeard } from "@/lib/heard/queries";
import { readSearch } from "@/lib/list/list-page";
import { listShownNotes } from "@/lib/notes/queries";
import { parseWatermark } from "@/lib/recordings/filter/filter";
import { parseColumns } from "@/lib/recordings/filter/list-view";
import { listRecordingRows } from "@/lib/recordings/query/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

/** The longest page of the list. */
const maxRows = 200;

/** Calls as the list shows them, if they came or changed after `since`. Asking is no sign of life. */
export const GET = route(
  { touch: false, parse },
  async ({ input: { ids, watermark, ...options }, viewer }) => {
    const [rows, timeZone, vocabulary, said] = await Promise.all([
      listRecordingRows(ids, watermark ?? -1n, options.q),
      viewerTimeZone(),
      readVocabulary(),
      listShownNotes(ids, options.columns),
    ]);
    const now = new Date();
    const heard = await listRowsHeard(rows, options.columns, viewer.userId);
    const shown = { ...options, heard, said, isQuotaReached: (await readFreeQuotaBytes()) <= 0 };
    return { rows: rows.map((row) => toRowViewModel(row, timeZone, now, vocabulary, shown)) };
  },
);

function parse(search: URLSearchParams) {
  return {
    ids: search.getAll("id").slice(0, maxRows),
    watermark: parseWatermark(search.get("since")),
    q: readSearch(search),
    columns: parseColumns(search.get("show") ?? "").columns ?? undefined,
  };
}
