import { route } from "@/lib/access/gate/route";
import { getRehearsal } from "@/lib/rehearsal/start-rehearsing";

/** How far the rehearsal is that is open or was the last; null: there was none. No sign of life. */
export const GET = route({ role: "administrator", touch: false }, () => getRehearsal());
