import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { clientAddress } from "@/lib/access/sessions/sign-in";
import { secretIn } from "@/lib/intake/secrets/check/known-secrets";
import { acceptDelivery } from "@/lib/intake/webhook/accept-delivery";
import { dropRest, toResponse } from "@/lib/platform/answer";

/**
 * A call arrives, where Next alone listens; under `npm start` the server answers before Next sees it,
 * by the same function.
 */
async function accept(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([]);
  const answer = await acceptDelivery({
    method: request.method,
    secret: secretIn(pathname) ?? "",
    headers: [...request.headers],
    remoteAddress: clientAddress(request.headers),
    body,
  });
  // What nobody reads would keep its connection open for good.
  await dropRest(body, answer.mostRestBytes);
  body.destroy();
  return toResponse(answer);
}

export const dynamic = "force-dynamic";
export {
  accept as DELETE,
  accept as GET,
  accept as HEAD,
  accept as OPTIONS,
  accept as PATCH,
  accept as POST,
  accept as PUT,
};
