import { routeWhileSignedIn } from "@/lib/access/gate/route";
import { openAudio } from "@/lib/audio/open-attachment";
import { parseIdRoute } from "@/lib/list/id-segment";
import { viewerTimeZone } from "@/lib/settings/time-zone";

/** The recording's sound, whole or one range of it. */
export const GET = routeWhileSignedIn(
  "file",
  { parse: parseIdRoute },
  async ({ input: id, request }) => openAudio(id, request, await viewerTimeZone()),
);

export const HEAD = GET;
