"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/database/db";
import { longestRetryMinutes, type RetryWindow } from "@/lib/settings/schema";
import { changeRetryWindow } from "@/lib/settings/store";
import { takeDeliveredRetry } from "./take-delivered-retry";
import type { RetryWindowState } from "./views";

/** Lets a record count that was a retry. */
export async function takeRetryAfterAll(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: "/recordings" });
  const record = deliveredSchema.parse(Object.fromEntries(form));
  const outcome = await takeDeliveredRetry(backgroundPool(), record, viewer.userId);
  log().info({ by: viewer.userId, ...record, outcome }, "a retry was taken after all");
  revalidatePath("/", "layout");
}

/** Sets for how long the same bytes count as a retry; what was read before stays as it is. */
export async function saveRetryWindow(
  _previous: RetryWindowState,
  form: FormData,
): Promise<RetryWindowState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const minutes = String(form.get("minutes") ?? "");
  const window = parseMinutes(minutes);
  if (!window) return { minutes, fault, isSaved: false };
  await changeRetryWindow(window, viewer.userId);
  log().info({ by: viewer.userId, ...window }, "the window of retries was set");
  revalidatePath(page);
  return { minutes, fault: null, isSaved: true };
}

const page = "/settings/webhooks";
const fault = `Enter a whole number of minutes from 0 to ${longestRetryMinutes}.`;

const deliveredSchema = z.object({
  deliveryId: z.uuid(),
  recordingId: z.string(),
  position: z.coerce.number().int().min(0),
});

function parseMinutes(written: string): RetryWindow | null {
  const minutes = /^\d{1,9}$/.test(written.trim()) ? Number(written) : Number.NaN;
  return minutes <= longestRetryMinutes ? { minutes } : null;
}
