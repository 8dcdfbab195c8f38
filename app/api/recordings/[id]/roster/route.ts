import { routeWhileSignedIn } from "@/lib/access/gate/route";
import { openRoster } from "@/lib/audio/open-attachment";
import { parseIdParameter } from "@/lib/list/id-segment";

/** The customer list that came with a recording, to be saved. */
export const GET = routeWhileSignedIn(
  "file",
  { parse: (_, { id }: { id: string }) => parseIdParameter(id) },
  ({ input: id, request }) => openRoster(id, request),
);
