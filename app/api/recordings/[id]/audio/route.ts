import { routeWhileSignedIn } from "@/lib/access/gate/route";
import { openAudio } from "@/lib/audio/open-attachment";
import { parseIdParameter } from "@/lib/recordings/record/id-segment";

/** The recording's sound, whole or one range of it. */
export const GET = routeWhileSignedIn(
  "file",
  { parse: (_, { id }: { id: string }) => parseIdParameter(id) },
  ({ input: id, request }) => openAudio(id, request),
);

export const HEAD = GET;
