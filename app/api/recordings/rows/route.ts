import { toRowViewModel } from "@/components/recordings/table/row-view-model";
import { gateRoute } from "@/lib/access/gate/gate-route";
import { readSearch } from "@/lib/list/list-url";
import { answerFaults } from "@/lib/ops/answer-faults";
import { parseColumns } from "@/lib/recordings/filter/list-columns";
import { listRecordingRows } from "@/lib/recordings/query/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { readVocabulary } from "@/lib/vocabulary/read-vocabulary";

/** The longest page of the list. */
const maxRows = 200;

/** Calls as the list shows them, if they came or changed after `since`. Asking is no sign of life. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request, { touch: false });
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () => {
    const parameters = new URL(request.url).searchParams;
    const since = parameters.get("since") ?? "";
    const q = readSearch(parameters);
    const [rows, timeZone, vocabulary] = await Promise.all([
      listRecordingRows(
        parameters.getAll("id").slice(0, maxRows),
        /^\d{1,18}$/.test(since) ? BigInt(since) : -1n,
        q,
      ),
      viewerTimeZone(),
      readVocabulary(),
    ]);
    const columns = parseColumns(parameters.get("show") ?? "").columns ?? undefined;
    const now = new Date();
    return Response.json(
      { rows: rows.map((row) => toRowViewModel(row, timeZone, now, vocabulary, { columns, q })) },
      { headers: { "Cache-Control": "no-store" } },
    );
  });
}
