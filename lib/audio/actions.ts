"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { requireViewer } from "@/lib/access/gate/gate";
import { log } from "@/lib/ops/log";
import { processWide } from "@/lib/platform/process/process-wide";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveDates, resolveViewer } from "@/lib/recordings/filter/resolve-dates";
import { viewerClock } from "@/lib/settings/time-zone";
import { retrySound } from "./kept/get-sound";
import { retrySounds } from "./kept/retry-sounds";

/** Fetches a recording's sound anew as soon as it can be. What is kept stays as it is. */
export async function fetchSoundAgain(form: FormData): Promise<void> {
  const viewer = await requireViewer();
  const id = form.get("recording");
  if (typeof id !== "string" || id.includes("\0") || !id.isWellFormed()) return;
  const isAsked = await retrySound(id);
  if (isAsked) log().info({ by: viewer.userId, recordingId: id }, "sound is to be fetched again");
  revalidatePath("/recordings", "layout");
}

/**
 * Begins to fetch the sound of all calls of a list anew, as its address names it. What is kept stays as
 * it is. False: the address can't be read, or names no state of audio.
 */
export async function fetchSoundsAgain(parameters: string): Promise<boolean> {
  const viewer = await requireViewer();
  if (typeof parameters !== "string" || parameters.length > maxParameters) return false;
  const { filter: asked, unread } = parseRecordingQuery(new URLSearchParams(parameters));
  const { include, exclude } = asked.audio;
  if (unread.length > 0 || include.length + exclude.length === 0) return false;
  const clock = await viewerClock();
  const filter = resolveDates(resolveViewer(asked, viewer.userId), clock);
  // One list after the other: a person who asks again while it goes on is served by it.
  if (retrying().has(viewer.userId)) return true;
  retrying().add(viewer.userId);
  log().info({ by: viewer.userId }, "sounds of a list are to be fetched again");
  retrySounds(filter, clock.timeZone)
    .then(
      (count) => log().info({ by: viewer.userId, count }, "sounds are to be fetched again"),
      (error: unknown) => log().warn({ err: error }, "sounds of a list can't be fetched again"),
    )
    .finally(() => retrying().delete(viewer.userId));
  return true;
}

const retrying = processWide("earshotRetries", () => new Set<string>());

const maxParameters = 20_000;
