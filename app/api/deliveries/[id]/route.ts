import { gateRoute } from "@/lib/access/gate/gate-route";
import { getDelivery } from "@/lib/intake/deliveries/get-delivery";
import { answerFaults } from "@/lib/ops/answer-faults";
import { problemResponse } from "@/lib/platform/problem";

type Context = RouteContext<"/api/deliveries/[id]">;

/** What became of an accepted delivery. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await gateRoute(request, { role: "administrator" });
  if (viewer instanceof Response) return viewer;
  return answerFaults(async () => {
    const delivery = await getDelivery((await params).id);
    if (!delivery) return problemResponse(404, "unknown-delivery");
    return Response.json(delivery, { headers: { "Cache-Control": "no-store" } });
  });
}
