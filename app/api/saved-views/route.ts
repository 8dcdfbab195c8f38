import { gateRoute } from "@/lib/access/gate/gate-route";
import { answerFaults } from "@/lib/ops/answer-faults";
import { listSavedViews } from "@/lib/saved-views/queries";

/** The views that this person can choose from. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request);
  if (viewer instanceof Response) return viewer;

  return answerFaults(async () =>
    Response.json(await listSavedViews(viewer), { headers: { "Cache-Control": "no-store" } }),
  );
}
