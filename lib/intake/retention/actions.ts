"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/database/db";
import { longestRetentionDays, type Retention, retentionSchema } from "@/lib/settings/schema";
import { changeRetention } from "@/lib/settings/store";
import { askForTask } from "../upkeep/task-lease";
import { readDatabaseNow } from "./body-days";
import { previewDrop } from "./queries";
import type { RetentionState } from "./views";

/** Sets how long raw bytes are kept. What would be dropped at once has to be confirmed first. */
export async function saveRetention(
  _previous: RetentionState,
  form: FormData,
): Promise<RetentionState> {
  const viewer = await requireAdministrator({ returnTo: page });
  const isForEver = form.get("keep") === "forever";
  const days = String(form.get("days") ?? "");
  const typed = { isForEver, days, fault: null, preview: null, isSaved: false };
  const retention = parseRetention(isForEver, days);
  if (!retention) return { ...typed, fault };
  if (retention.days !== null && form.get("confirmed") !== String(retention.days)) {
    const preview = await previewDrop(retention.days, await readDatabaseNow(backgroundPool()));
    if (preview.days > 0) return { ...typed, preview };
  }
  await changeRetention(retention, viewer.userId);
  log().info({ by: viewer.userId, ...retention }, "the retention of raw bytes was set");
  await askForTask(backgroundPool(), "retention");
  revalidatePath(page);
  return { ...typed, isSaved: true };
}

const page = "/settings/retention";
const fault = `Enter a whole number of days from 1 to ${longestRetentionDays}.`;

function parseRetention(isForEver: boolean, days: string): Retention | undefined {
  if (isForEver) return { days: null };
  const written = days.trim();
  return /^\d+$/.test(written)
    ? retentionSchema.safeParse({ days: Number(written) }).data
    : undefined;
}
