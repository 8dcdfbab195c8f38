import { route } from "@/lib/access/gate/route";
import { openPeaks } from "@/lib/audio/open-attachment";
import { parseIdRoute } from "@/lib/list/id-segment";

/** The waveform of the recording's sound; null where it isn't kept. */
export const GET = route({ parse: parseIdRoute }, ({ input: id }) => openPeaks(id));
