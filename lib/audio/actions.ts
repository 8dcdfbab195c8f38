"use server";

import "server-only";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requireAdministrator, requireViewer } from "@/lib/access/gate/gate";
import { isStorable } from "@/lib/list/list-page";
import { log } from "@/lib/ops/log";
import { requestTask } from "@/lib/ops/task-lease";
import { pagePool } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { loadListFilter } from "@/lib/recordings/load";
import { recordingIdSchema } from "@/lib/recordings/record/call-record";
import { readKeepDays, readQuota } from "@/lib/settings/schema";
import { changeKeptAudio } from "@/lib/settings/store";
import { countProtection, protectList, protectSounds, requestSounds } from "./custody/sound-lists";
import { retrySound, soundWanted } from "./kept/get-sound";
import { previewKeptAudio } from "./kept/limits";
import type {
  KeptAudioPreview,
  KeptAudioState,
  ProtectedSlice,
  ProtectionCount,
} from "./kept/views";

/** Fetches a recording's sound anew as soon as it can be. What is kept stays as it is. */
export async function fetchSoundAgain(form: FormData): Promise<void> {
  const viewer = await requireViewer();
  const id = form.get("recording");
  if (typeof id !== "string" || !isStorable(id)) return;
  const isAsked = await retrySound(id);
  if (isAsked) log().info({ by: viewer.userId }, "audio will be fetched again");
  revalidatePath("/recordings", "layout");
}

/**
 * Lets the sound of all calls of a list be fetched anew, as its address names it, whatever ends meanwhile.
 * What is kept stays as it is. False: the address can't be read, or names no state of audio, or too many
 * lists of this person are under way.
 */
export async function fetchSoundsAgain(parameters: string): Promise<boolean> {
  const viewer = await requireViewer();
  const list = await loadListFilter(parameters);
  if (!list) return false;
  const { filter, timeZone } = list;
  if (filter.audio.include.length + filter.audio.exclude.length === 0) return false;
  const isAsked = await requestSounds(viewer.userId, filter, timeZone);
  if (isAsked) log().info({ by: viewer.userId }, "audio of a list will be fetched again");
  return isAsked;
}

/** Protects the audio of calls from deletion, or no longer. @returns of how many that changed */
export async function protectAudio(recordingIds: unknown, isOn: unknown): Promise<number> {
  const viewer = await requireViewer();
  const ids = z.array(recordingIdSchema).min(1).max(budgets.tags.atOnce).parse(recordingIds);
  return changeProtection(ids, isOn === true, viewer.userId);
}

/** The same for the one call that a form names. */
export async function switchProtection(form: FormData): Promise<void> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(form.get("recording"));
  await changeProtection([id], form.get("protect") === "true", viewer.userId);
}

/** How many calls a list has, and how many of them are protected; null: its address can't be read. */
export async function countListProtection(parameters: unknown): Promise<ProtectionCount | null> {
  await requireViewer();
  const list = await loadListFilter(parameters);
  return list && countProtection(list.filter, list.timeZone);
}

/**
 * Protects the audio of a list's next calls, or no longer. `operation` is the same for each slice of one
 * list, which is one entry of the audit log. Null: the address can't be read.
 */
export async function protectListSlice(
  parameters: unknown,
  slice: { isOn: unknown; after: unknown; operation: unknown },
): Promise<ProtectedSlice | null> {
  const viewer = await requireViewer();
  const { isOn, after, operation } = sliceSchema.parse(slice);
  const list = await loadListFilter(parameters, after);
  if (!list) return null;
  const { filter, timeZone } = list;
  const given = { isOn, userId: viewer.userId, after: list.after, entryId: operation };
  const done = await protectList(filter, timeZone, given);
  const said = { by: viewer.userId, isOn, changed: done.changed };
  log().info(said, "the audio of a list was to be protected from deletion, or no longer");
  if (done.after === null) revalidatePath("/recordings", "layout");
  return done;
}

/** For administrators: what limits would do, as they are typed; null: they can't be read. */
export async function previewAudioLimits(typed: unknown): Promise<KeptAudioPreview | null> {
  await requireAdministrator({ returnTo: retentionPage });
  const { quota, days } = typedSchema.parse(typed);
  const limits = { quotaGb: readQuota(quota), keepDays: readKeepDays(days) };
  if (limits.quotaGb === undefined || limits.keepDays === undefined) return null;
  const { quotaGb, keepDays } = limits;
  return previewKeptAudio({ quotaGb, keepDays });
}

/** Limits what is kept. What would be removed at once, or not be fetched, has to be confirmed first. */
export async function saveAudioLimits(
  _previous: KeptAudioState,
  form: FormData,
): Promise<KeptAudioState> {
  const viewer = await requireAdministrator({ returnTo: retentionPage });
  const { quota, days } = typedSchema.parse(Object.fromEntries(form));
  const typed = { quota, days, fault: null, preview: null, confirms: "", isSaved: false };
  const [quotaGb, keepDays] = [readQuota(quota), readKeepDays(days)];
  if (quotaGb === undefined) return { ...typed, fault: "quota" };
  if (keepDays === undefined) return { ...typed, fault: "days" };
  const limits = { quotaGb, keepDays };
  const confirms = JSON.stringify(limits);
  if (form.get("confirmed") !== confirms) {
    const preview = await previewKeptAudio(limits);
    const { removal, freeQuotaBytes } = preview;
    const removes = removal === "too-many" || (removal?.calls ?? 0) > 0;
    if (removes || (freeQuotaBytes !== null && freeQuotaBytes <= 0))
      return { ...typed, preview, confirms };
  }
  await changeKeptAudio(limits, viewer.userId);
  log().info({ by: viewer.userId, ...limits }, "the audio limits were changed");
  await requestTask(pagePool(), "audio-retention");
  soundWanted.publish(true);
  revalidatePath(retentionPage);
  return { ...typed, isSaved: true };
}

async function changeProtection(ids: string[], isOn: boolean, by: string): Promise<number> {
  const changed = await protectSounds(ids, isOn, by);
  log().info({ by, isOn, changed }, "audio protection change requested");
  revalidatePath("/recordings", "layout");
  return changed;
}

const sliceSchema = z.object({
  isOn: z.boolean(),
  after: z.string().max(4_096).nullable(),
  operation: z.uuid(),
});

const retentionPage = "/settings/retention";
const typedSchema = z.object({ quota: z.string(), days: z.string() });
