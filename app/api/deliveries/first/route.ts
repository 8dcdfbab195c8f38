import { route } from "@/lib/access/gate/route";
import { findFirstDelivery } from "@/lib/intake/deliveries/get-first-contact";
import { getWrongSecrets } from "@/lib/intake/secrets/check/wrong-secret-tally";

/** Whether a first delivery has come, and what was refused meanwhile. Asking is no sign of life. */
export const GET = route({ role: "administrator", touch: false }, async () => ({
  deliveryId: await findFirstDelivery(),
  wrongSecrets: getWrongSecrets()?.requests ?? 0,
}));
