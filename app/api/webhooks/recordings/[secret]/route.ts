import { receiveDelivery } from "@/lib/intake/receive-delivery";
import { recognizeSecret } from "@/lib/intake/secrets/recognize-secret";
import { refuseSecret } from "@/lib/intake/secrets/refuse-secret";
import { problemResponse } from "@/lib/platform/problem";

type Context = RouteContext<"/api/webhooks/recordings/[secret]">;

/** A call arrives: know the secret, read the bytes, make them durable, acknowledge. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const secretHash = recognizeSecret((await params).secret);
  if (!secretHash) return refuseSecret(request);

  const receipt = await receiveDelivery(request, secretHash);
  switch (receipt.kind) {
    case "accepted":
      return Response.json({ deliveryId: receipt.deliveryId }, { status: 202 });
    case "cut-short":
      return problemResponse(400, "body-cut-short", { headers: { Connection: "close" } });
    case "too-slow":
      return problemResponse(408, "body-too-slow", { headers: { Connection: "close" } });
    case "too-large":
      return problemResponse(413, "body-too-large", { headers: { Connection: "close" } });
    case "not-kept":
      return problemResponse(503, "journal-unavailable", { headers: { "Retry-After": "5" } });
  }
}

export {
  methodNotAllowed as DELETE,
  methodNotAllowed as GET,
  methodNotAllowed as HEAD,
  methodNotAllowed as OPTIONS,
  methodNotAllowed as PATCH,
  methodNotAllowed as PUT,
};

function methodNotAllowed(): Response {
  return problemResponse(405, "method-not-allowed", { headers: { Allow: "POST" } });
}
