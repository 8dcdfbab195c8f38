import { gateRoute } from "@/lib/access/gate/gate-route";
import { getReread } from "@/lib/intake/reread/store";
import { answerFaults } from "@/lib/ops/answer-faults";

/** How far the re-reading is that is open or was the last; null: there was none. No sign of life. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request, { role: "administrator", touch: false });
  if (viewer instanceof Response) return viewer;
  return answerFaults(async () =>
    Response.json(await getReread(), { headers: { "Cache-Control": "no-store" } }),
  );
}
