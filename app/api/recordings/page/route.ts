import type { ListPage } from "@/components/recordings/list-answers";
import { toRowViewModel } from "@/components/recordings/table/row-view-model";
import { route, unreadable } from "@/lib/access/gate/route";
import { readFreeQuotaBytes } from "@/lib/audio/kept/limits";
import { listRowsHeard } from "@/lib/heard/queries";
import { listShownNotes } from "@/lib/notes/queries";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveFilter } from "@/lib/recordings/filter/resolve-dates";
import { getNewestSeq, listRecordings } from "@/lib/recordings/query/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

/** One page of the list as the table shows it, for a list that goes on while one scrolls. */
export const GET = route({ parse }, async ({ input: query, viewer }) => {
  const beside = Promise.all([readVocabulary(), readFreeQuotaBytes()]);
  beside.catch(() => undefined);
  const timeZone = await viewerTimeZone();
  // The watermark is older than the rows, so that no change falls between them.
  const watermark = String(await getNewestSeq());
  const now = new Date();
  const columns = query.page.columns ?? undefined;
  const filter = resolveFilter(query.filter, viewer.userId, { now, timeZone });
  const { rows, after } = await listRecordings({ ...query, filter }, { timeZone });
  const ids = rows.map(({ id }) => id);
  const [[vocabulary, freeQuotaBytes], heard, said] = await Promise.all([
    beside,
    listRowsHeard(rows, columns, viewer.userId),
    listShownNotes(ids, columns),
  ]);
  const options = { columns, q: query.filter.q, heard, said, isQuotaReached: freeQuotaBytes <= 0 };
  return {
    rows: rows.map((row) => toRowViewModel(row, timeZone, now, vocabulary, options)),
    after,
    since: watermark,
  } satisfies ListPage;
});

/** In place of what it can't read, a page would hold calls that the list shows already. */
function parse(search: URLSearchParams) {
  const { unread, ...query } = parseRecordingQuery(search);
  if (unread.length === 0) return query;
  return unreadable(unread.map(({ parameter, value }) => `${parameter}=${value}`));
}
