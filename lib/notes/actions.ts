"use server";

import "server-only";
import { randomUUID } from "node:crypto";
import { revalidatePath } from "next/cache";
import { z } from "zod";
import { requireAdministrator, requireViewer } from "@/lib/access/gate/gate";
import type { Viewer } from "@/lib/access/views";
import { isStorable } from "@/lib/list/list-page";
import { log } from "@/lib/ops/log";
import { budgets } from "@/lib/platform/settings/budgets";
import { recordingIdSchema } from "@/lib/recordings/record/call-record";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { deleteNote, editNote, type NoteChange, setReview, writeNote } from "./note-store";
import { getNoteHistory, getNotes, listCallHistory, listMentionable, listTags } from "./queries";
import { changeTag, createTag, deleteTag, type TagChange, tagCalls, untagCalls } from "./tag-store";
import {
  type HistoryEntryView,
  type MentionableView,
  type NoteFault,
  type NotesAnswer,
  type NoteVersionView,
  reviewStates,
  type TagAnswer,
  type TagView,
} from "./views";
import {
  cleanNote,
  cleanTagName,
  emptyNoteFault,
  findTagNameFault,
  findTextFault,
  isTagColour,
  longestNote,
  longestReason,
  momentFault,
  notesRoomTexts,
  parseMoment,
} from "./written-text";

/**
 * Adds a note to a call, or an answer to one of its notes. `moment` is as it was typed. Sent again under
 * its id, because no answer came, it is added once.
 */
export async function addNote(
  recordingId: unknown,
  written: { id?: unknown; text: unknown; moment: unknown; replyToId: unknown },
): Promise<NotesAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  const noteId = noteIdSchema.default(() => randomUUID()).parse(written.id);
  const replyToId = noteIdSchema.nullable().parse(written.replyToId);
  const content = readContent(written);
  if ("fault" in content) return content;
  const change = await writeNote(id, { id: noteId, ...content, replyToId }, viewer);
  log().info({ by: viewer.userId, change }, "note requested");
  return answerChange(change, id, viewer);
}

/** Gives one's own note another text or moment. */
export async function changeNote(
  recordingId: unknown,
  noteId: unknown,
  written: { text: unknown; moment: unknown },
): Promise<NotesAnswer> {
  const viewer = await requireViewer();
  const [id, note] = [recordingIdSchema.parse(recordingId), noteIdSchema.parse(noteId)];
  const content = readContent(written);
  if ("fault" in content) return content;
  const change = await editNote(id, note, content, viewer);
  log().info({ by: viewer.userId, change }, "note edit requested");
  return answerChange(change, id, viewer);
}

/** Deletes one's own note, or for administrators anybody's. */
export async function removeNote(recordingId: unknown, noteId: unknown): Promise<NotesAnswer> {
  const viewer = await requireViewer();
  const [id, note] = [recordingIdSchema.parse(recordingId), noteIdSchema.parse(noteId)];
  const change = await deleteNote(id, note, viewer);
  log().info({ by: viewer.userId, change }, "note deletion requested");
  return answerChange(change, id, viewer);
}

/** What a note said before; null: nobody may know any more. */
export async function readNoteHistory(
  recordingId: unknown,
  noteId: unknown,
): Promise<NoteVersionView[] | null> {
  const viewer = await requireViewer();
  return getNoteHistory(recordingIdSchema.parse(recordingId), noteIdSchema.parse(noteId), viewer);
}

/** What became of the tags and the review of a call. */
export async function readCallHistory(recordingId: unknown): Promise<HistoryEntryView[]> {
  await requireViewer();
  return listCallHistory(recordingIdSchema.parse(recordingId));
}

/** Everybody who can be mentioned. */
export async function readMentionable(): Promise<MentionableView[]> {
  await requireViewer();
  return listMentionable();
}

/** Every tag that there is. */
export async function readTags(): Promise<TagView[]> {
  await requireViewer();
  return listTags();
}

/** Says where the review of a call stands; null takes it back. */
export async function changeReview(
  recordingId: unknown,
  review: { state: unknown; reason: unknown },
): Promise<NotesAnswer> {
  const viewer = await requireViewer();
  const id = recordingIdSchema.parse(recordingId);
  const state = z.enum(reviewStates).nullable().parse(review.state);
  const reason = cleanNote(z.string().parse(review.reason)).replaceAll(/\s*\n\s*/g, " ");
  if (state === "flagged" && reason === "") return refuse("reason", notesRoomTexts().noReason);
  const fault = findTextFault(reason, longestReason, "reason");
  if (fault) return refuse("reason", fault);
  const change = await setReview(id, { state, reason: state ? reason : "" }, viewer.userId);
  log().info({ by: viewer.userId, state, change }, "review change requested");
  return answerChange(change, id, viewer);
}

/** Makes a tag. */
export async function makeTag(tag: { name: unknown; colour: unknown }): Promise<TagAnswer> {
  const viewer = await requireViewer();
  const read = readTag(tag);
  if ("fault" in read) return read;
  const made = await createTag(read, viewer.userId);
  log().info({ by: viewer.userId, change: made.change }, "tag requested");
  if (made.change !== "done") return refuseTag(made.change);
  revalidatePath(tagsPage);
  return { fault: null, tag: { key: made.key, ...read } };
}

/** Puts a tag on calls or takes it from them. With one call its notes come back. */
export async function switchTag(
  recordingIds: unknown,
  key: unknown,
  isOn: unknown,
): Promise<NotesAnswer> {
  const viewer = await requireViewer();
  const ids = z.array(recordingIdSchema).min(1).max(budgets.tags.atOnce).parse(recordingIds);
  const tag = keySchema.parse(key);
  const change = await (isOn === true ? tagCalls : untagCalls)(ids, tag, viewer.userId);
  const calls = ids.length;
  log().info({ by: viewer.userId, isOn, calls, change }, "tag change for several calls requested");
  const [only] = ids;
  if (change !== "done") return refuseTag(change);
  return only !== undefined && calls === 1
    ? answerChange("done", only, viewer)
    : { fault: null, notes: null };
}

/** Gives a tag another name or colour. */
export async function updateTag(
  key: unknown,
  tag: { name: unknown; colour: unknown },
): Promise<TagAnswer> {
  const viewer = await requireAdministrator({ returnTo: tagsPage });
  const known = keySchema.parse(key);
  const read = readTag(tag);
  if ("fault" in read) return read;
  const change = await changeTag(known, read, viewer.userId);
  log().info({ by: viewer.userId, change }, "tag change requested");
  if (change !== "done") return refuseTag(change);
  revalidatePath("/", "layout");
  return { fault: null, tag: { key: known, ...read } };
}

/** Takes a tag from every call, for good. */
export async function removeTag(key: unknown): Promise<{ fault: NoteFault | null }> {
  const viewer = await requireAdministrator({ returnTo: tagsPage });
  const tag = keySchema.parse(key);
  const change = await deleteTag(tag, viewer.userId);
  log().info({ by: viewer.userId, change }, "tag deletion requested");
  if (change !== "done") return refuseTag(change);
  revalidatePath("/", "layout");
  return { fault: null };
}

const tagsPage = "/settings/tags";

const noteIdSchema = z.uuid();
const keySchema = z.string().min(1).max(400).refine(isStorable);

function readContent(written: { text: unknown; moment: unknown }) {
  const [text, moment] = [z.string().parse(written.text), z.string().parse(written.moment)];
  const cleaned = cleanNote(text);
  if (cleaned === "") return refuse("text", emptyNoteFault());
  const fault = findTextFault(text, longestNote, "note");
  if (fault) return refuse("text", fault);
  const atMs = parseMoment(moment);
  if (atMs === undefined) return refuse("moment", momentFault());
  return { text: cleaned, atMs };
}

function readTag(tag: { name: unknown; colour: unknown }) {
  const [name, colour] = [z.string().parse(tag.name), z.string().refine(isTagColour)];
  const fault = findTagNameFault(name);
  if (fault) return refuse("name", fault);
  return { name: cleanTagName(name), colour: colour.parse(tag.colour) };
}

async function answerChange(
  change: NoteChange,
  recordingId: string,
  viewer: Viewer,
): Promise<NotesAnswer> {
  if (change !== "done") return refuse("form", notesRoomTexts().noteRefused[change]);
  return { fault: null, notes: await getNotes(recordingId, viewer, await viewerTimeZone()) };
}

function refuse(place: NoteFault["place"], word: string): { fault: NoteFault } {
  return { fault: { place, word } };
}

function refuseTag(change: Exclude<TagChange, "done">): { fault: NoteFault } {
  return refuse("name", notesRoomTexts().tagRefused[change]);
}
