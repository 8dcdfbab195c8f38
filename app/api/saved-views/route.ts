import { route } from "@/lib/access/gate/route";
import { listSavedViews } from "@/lib/saved-views/store";

/** The views that this person can choose from. */
export const GET = route({}, ({ viewer }) => listSavedViews(viewer));
