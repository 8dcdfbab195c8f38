import { route } from "@/lib/access/gate/route";
import { listSavedViews } from "@/lib/saved-views/queries";

/** The views that this person can choose from. */
export const GET = route({}, ({ viewer }) => listSavedViews(viewer));
