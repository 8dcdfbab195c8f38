import { route } from "@/lib/access/gate/route";
import { findFirstDelivery } from "@/lib/intake/deliveries/get-delivery";

/** Whether a first delivery has come, and what was refused meanwhile. Asking is no sign of life. */
export const GET = route({ role: "administrator", touch: false }, () => findFirstDelivery());
