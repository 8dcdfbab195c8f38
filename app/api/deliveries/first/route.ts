import { gateRoute } from "@/lib/access/gate/gate-route";
import { findFirstDelivery } from "@/lib/intake/first-contact/get-first-contact";
import { getWrongSecrets } from "@/lib/intake/secrets/check/wrong-secret-tally";
import { answerFaults } from "@/lib/ops/answer-faults";

/** Whether a first delivery has come, and what was refused meanwhile. Asking is no sign of life. */
export async function GET(request: Request): Promise<Response> {
  const viewer = await gateRoute(request, { role: "administrator", touch: false });
  if (viewer instanceof Response) return viewer;
  return answerFaults(async () =>
    Response.json(
      { deliveryId: await findFirstDelivery(), wrongSecrets: getWrongSecrets()?.requests ?? 0 },
      { headers: { "Cache-Control": "no-store" } },
    ),
  );
}
