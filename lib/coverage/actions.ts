"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { acknowledgeGaps, takeBackAcknowledgement } from "./gaps";

/** Marks the gaps whose keys the form names as `gap` as known to everyone. */
export async function acknowledge(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  const keys = form.getAll("gap").map(String);
  await acknowledgeGaps(keys, viewer.userId);
  log().info({ by: viewer.userId, count: keys.length }, "gaps were acknowledged");
  revalidatePath("/", "layout");
}

/** The opposite, of one gap. */
export async function takeBack(form: FormData): Promise<void> {
  const viewer = await requireAdministrator({ returnTo: page });
  await takeBackAcknowledgement(String(form.get("gap")));
  log().info({ by: viewer.userId }, "a gap is no longer acknowledged");
  revalidatePath("/", "layout");
}

const page = "/settings/webhooks/gaps";
