import { route } from "@/lib/access/gate/route";
import { parseIdRoute } from "@/lib/list/id-segment";
import { getNotes } from "@/lib/notes/queries";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** What people have said of a call, for pages that show it and follow it. Asking is no sign of life. */
export const GET = route({ touch: false, parse: parseIdRoute }, async ({ input: id, viewer }) =>
  getNotes(id, viewer, await viewerTimeZone()),
);
