import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { getDriftNews, listDrift } from "./queries";
import { structureKinds, valueKinds } from "./sighting";
import type { DriftNewsView, DriftPageView } from "./views";

/** For administrators: everything in which deliveries differed from the interface. */
export async function loadDrift(): Promise<DriftPageView> {
  await requireAdministrator({ returnTo: "/settings/webhooks/drift" });
  const now = new Date();
  const [structure, values] = await Promise.all([
    listDrift(structureKinds, mostListed, now),
    listDrift(valueKinds, mostListed, now),
  ]);
  return { structure, values };
}

/** For administrators: what of it is new. */
export async function loadDriftNews(): Promise<DriftNewsView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  return getDriftNews(mostNews, new Date());
}

const mostListed = 100;
const mostNews = 5;
