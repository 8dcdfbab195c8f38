import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { getFirstContact } from "./get-first-contact";
import type { FirstContactView } from "./views";

/** For administrators; null: nothing has ever come. */
export async function loadFirstContact(): Promise<FirstContactView | null> {
  await requireAdministrator({ returnTo: "/settings/webhooks/first-contact" });
  return getFirstContact();
}
