import { route } from "@/lib/access/gate/route";
import { getReread } from "@/lib/intake/reread/reread-job";

/** How far the re-reading is that is open or was the last; null: there was none. No sign of life. */
export const GET = route({ role: "administrator", touch: false }, () => getReread());
