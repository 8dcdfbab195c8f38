import { route } from "@/lib/access/gate/route";
import { getDelivery } from "@/lib/intake/deliveries/get-delivery";
import { problemResponse } from "@/lib/platform/answer";

/** What became of an accepted delivery. */
export const GET = route(
  { role: "administrator", parse: (_, { id }: { id: string }) => id },
  async ({ input: id }) => (await getDelivery(id)) ?? problemResponse(404, "unknown-delivery"),
);
