import { gateRoute } from "@/lib/access/gate/gate-route";
import { getDelivery, getDeliveryBody } from "@/lib/intake/deliveries/get-delivery";
import { answerFaults } from "@/lib/ops/answer-faults";
import { problemResponse } from "@/lib/platform/problem";

type Context = RouteContext<"/api/deliveries/[id]/raw">;

/** The bytes of a delivery, exactly as they arrived; never rendered by a browser. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const viewer = await gateRoute(request, { role: "administrator" });
  if (viewer instanceof Response) return viewer;
  return answerFaults(async () => {
    const { id } = await params;
    const body = await getDeliveryBody(id);
    if (!body && (await getDelivery(id))) {
      const detail = "The bytes of this delivery are no longer kept.";
      return problemResponse(410, "bytes-dropped", { detail });
    }
    if (!body) return problemResponse(404, "unknown-delivery");
    return new Response(body, {
      headers: {
        "Content-Type": "application/octet-stream",
        "Content-Disposition": `attachment; filename="delivery-${id}.bin"`,
        "Cache-Control": "no-store",
      },
    });
  });
}
