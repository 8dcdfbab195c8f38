import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { env } from "@/lib/platform/settings/env";
import { getRehearsal } from "./start-rehearsing";
import type { RehearsalView } from "./views";

/** For administrators: the rehearsal that is open or was the last, and the address for others. */
export async function loadRehearsal(): Promise<{
  rehearsal: RehearsalView | null;
  publicUrl: string;
}> {
  await requireAdministrator({ returnTo: "/settings/webhooks/rehearsal" });
  return { rehearsal: await getRehearsal(), publicUrl: env().PUBLIC_URL };
}
