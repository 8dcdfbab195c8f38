import "server-only";
import { requireViewer } from "@/lib/access/gate/gate";
import { listSampleSecrets } from "@/lib/intake/secrets/store";

/** Whether some of the calls may be made up: sample calls, or those of the demo. */
export async function loadHasSamples(): Promise<boolean> {
  await requireViewer();
  return (await listSampleSecrets("kept")).length > 0;
}
