import { routeWhileSignedIn } from "@/lib/access/gate/route";
import { openRoster } from "@/lib/audio/open-attachment";
import { parseIdRoute } from "@/lib/list/id-segment";

/** The customer list that came with a recording, to be saved. */
export const GET = routeWhileSignedIn("file", { parse: parseIdRoute }, ({ input: id, request }) =>
  openRoster(id, request),
);
