"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireViewer } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { retrySound } from "./kept/get-sound";

/** Fetches a recording's sound anew as soon as it can be. What is kept stays as it is. */
export async function fetchSoundAgain(form: FormData): Promise<void> {
  const viewer = await requireViewer();
  const id = form.get("recording");
  if (typeof id !== "string" || id.includes("\0") || !id.isWellFormed()) return;
  const isAsked = await retrySound(id);
  if (isAsked) log().info({ by: viewer.userId, recordingId: id }, "sound is to be fetched again");
  revalidatePath("/recordings", "layout");
}
