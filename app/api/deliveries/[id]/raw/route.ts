import { answerTexts } from "@/app/texts.en";
import { route } from "@/lib/access/gate/route";
import { getDelivery, getDeliveryBody } from "@/lib/intake/deliveries/get-delivery";
import { problemResponse } from "@/lib/platform/answer";

/** The bytes of a delivery, exactly as they arrived; never rendered by a browser. */
export const GET = route(
  { role: "administrator", parse: (_, { id }: { id: string }) => id },
  async ({ input: id }) => {
    const body = await getDeliveryBody(id);
    if (!body && (await getDelivery(id))) {
      const detail = answerTexts().bytesDropped;
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
  },
);
