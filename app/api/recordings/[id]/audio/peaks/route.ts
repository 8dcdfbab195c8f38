import { route } from "@/lib/access/gate/route";
import { openPeaks } from "@/lib/audio/open-attachment";
import { parseIdParameter } from "@/lib/list/id-segment";

/** The waveform of the recording's sound; null where it isn't kept. */
export const GET = route(
  { parse: (_, { id }: { id: string }) => parseIdParameter(id) },
  ({ input: id }) => openPeaks(id),
);
