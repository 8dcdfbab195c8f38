"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { beginRehearsal } from "./start-rehearsing";
import type { StartRefusal } from "./views";

/** Begins a rehearsal; where one runs already, its page shows that one. */
export async function startRehearsal(_previous: StartRefusal): Promise<StartRefusal> {
  const viewer = await requireAdministrator({ returnTo: page });
  const outcome = await beginRehearsal(viewer.userId);
  log().info({ by: viewer.userId, outcome }, "test run requested");
  revalidatePath(page);
  return outcome === "no-schema" ? outcome : null;
}

const page = "/settings/webhooks/rehearsal";
