"use server";

import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log, namesOfSet } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/database/db";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { emptyDeliveryFilter } from "../deliveries/filter/delivery-filter";
import { parseDeliveryQuery } from "../deliveries/filter/delivery-filter-url";
import { toDeliveryKey } from "../store/store-deliveries";
import { rereadOne } from "./reread-batch";
import { rereadingWanted } from "./run-reread";
import { beginReread, discardReread, resumeReread, stopReread } from "./store";
import type { RereadOneState, RereadRefusal } from "./views";

/** Reads one delivery again, at once. */
export async function readDeliveryAgain(
  _previous: RereadOneState,
  form: FormData,
): Promise<RereadOneState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const deliveryId = String(form.get("delivery"));
  const key = toDeliveryKey(deliveryId);
  const read = key ? rereadOne(backgroundPool(), key) : Promise.resolve(null);
  const noted = read.then((tally) => {
    log().info({ by: viewer.userId, deliveryId: key?.id, tally }, "a delivery was read again");
    return tally;
  });
  const tally = await Promise.race([noted, sleep(timeoutMs, "under-way" as const)]);
  revalidatePath(page, "layout");
  if (tally === "under-way") {
    noted.catch((error: unknown) =>
      log().error({ err: error, deliveryId: key?.id }, "a delivery could not be read again"),
    );
    return { outcome: tally };
  }
  if (!tally) return { outcome: "bytes-gone" };
  return { outcome: tally.held > 0 ? "held" : "understood" };
}

/** Asks for all deliveries of a filter, given as the log's parameters, to be read again. */
export async function readMatchingAgain(
  _previous: RereadRefusal,
  form: FormData,
): Promise<RereadRefusal> {
  const viewer = await requireAdministrator({ returnTo: page });
  const { filter } = parseDeliveryQuery(new URLSearchParams(String(form.get("filter"))));
  const refusal = await beginReread(filter, await viewerTimeZone(), viewer.userId);
  const filteredBy = namesOfSet(filter, emptyDeliveryFilter);
  log().info({ by: viewer.userId, filteredBy, refusal }, "a re-reading was asked for");
  rereadingWanted.publish(true);
  revalidatePath(page);
  return refusal;
}

export async function stopReading(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const stopped = await stopReread(String(form.get("job")));
  log().info({ by: viewer.userId, stopped }, "the re-reading was stopped");
  revalidatePath(page);
}

export async function resumeReading(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const resumed = await resumeReread(String(form.get("job")));
  log().info({ by: viewer.userId, resumed }, "the re-reading was resumed");
  rereadingWanted.publish(true);
  revalidatePath(page);
}

export async function discardReading(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const discarded = await discardReread(String(form.get("job")));
  log().info({ by: viewer.userId, discarded }, "the re-reading was discarded");
  revalidatePath(page);
}

/** A delivery of very many records takes minutes. */
const timeoutMs = 10_000;
const page = "/settings/webhooks/deliveries";
