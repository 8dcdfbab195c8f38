import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { getRetryWindow } from "@/lib/settings/queries";
import type { RetryWindow } from "@/lib/settings/schema";

/** For administrators alone. */
export async function loadRetryWindow(): Promise<RetryWindow> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  return getRetryWindow();
}
