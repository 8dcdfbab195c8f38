import "server-only";
import type { Viewer } from "@/lib/access/views";
import { db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { setMarks } from "@/lib/recordings/marks/store-marks";
import type { Note } from "@/prisma/client/client";
import { findMentions } from "./note-text";

/**
 * `not-found`: there is no such call, or no such note on it. `not-allowed`: somebody else wrote it.
 * `no-room`: the call has as many notes as it can hold, or as long ones.
 */
export type NoteChange = "done" | "not-found" | "not-allowed" | "no-room";

type Person = Pick<Viewer, "userId" | "role">;

/** Both as `cleanNote` and `parseMoment` leave them. */
export type NoteContent = { text: string; atMs: number | null };

/** Its id is made by whoever writes it, once for each note. */
export type NewNote = NoteContent & { id: string; replyToId: string | null };

/**
 * Adds a note, or an answer to one: to the beginning of its thread, whichever note of it is answered.
 * Idempotent: under an id that its author has used, nothing is added; what was changed meanwhile is an edit.
 */
export async function writeNote(
  recordingId: string,
  { id, replyToId, ...content }: NewNote,
  { userId }: Pick<Person, "userId">,
): Promise<NoteChange> {
  return db().$transaction(async (transaction) => {
    await takeTurn(transaction, recordingId);
    if (!(await hasRecording(transaction, recordingId))) return "not-found";
    const before = await findNote(transaction, recordingId, id);
    if (before) {
      if (before.authorId !== userId) return "not-allowed";
      const isSaid = await hasSaid(transaction, before, content);
      return isSaid ? "done" : replaceContent(transaction, before, content);
    }
    const answered = replyToId && (await findNote(transaction, recordingId, replyToId));
    if (replyToId && !answered) return "not-found";
    if (!(await hasRoom(transaction, recordingId, 1, content.text))) return "no-room";
    const thread = answered ? (answered.replyToId ?? answered.id) : null;
    await transaction.note.create({
      data: {
        ...{ recordingId, id, replyToId: thread, ...content },
        ...{ authorId: userId, createdAt: new Date() },
      },
    });
    await writeMentions(transaction, recordingId, id, content.text);
    await tellChanged(transaction, recordingId);
    return "done";
  });
}

/** What it said before stays in its history. Idempotent: the same content again changes nothing. */
export async function editNote(
  recordingId: string,
  id: string,
  content: NoteContent,
  { userId }: Pick<Person, "userId">,
): Promise<NoteChange> {
  return db().$transaction(async (transaction) => {
    await takeTurn(transaction, recordingId);
    const note = await findNote(transaction, recordingId, id);
    if (!note) return "not-found";
    if (note.authorId !== userId) return "not-allowed";
    return replaceContent(transaction, note, content);
  });
}

async function replaceContent(
  transaction: Transaction,
  { recordingId, id, ...note }: Note,
  content: NoteContent,
): Promise<NoteChange> {
  if (note.deletedAt) return "not-found";
  if (note.text === content.text && note.atMs === content.atMs) return "done";
  if (!(await hasRoom(transaction, recordingId, 0, content.text))) return "no-room";
  const former = { text: note.text, atMs: note.atMs };
  const writtenAt = note.editedAt ?? note.createdAt;
  await transaction.noteVersion.create({
    data: { recordingId, noteId: id, writtenAt, ...former },
  });
  // Never the instant of a former one, which names it.
  const editedAt = new Date(Math.max(Date.now(), writtenAt.getTime() + 1));
  await transaction.note.update({
    where: { recordingId_id: { recordingId, id } },
    data: { ...content, editedAt },
  });
  await transaction.noteMention.deleteMany({ where: { recordingId, noteId: id } });
  await writeMentions(transaction, recordingId, id, content.text);
  await tellChanged(transaction, recordingId);
  return "done";
}

/** Whether a note that is still there says this, or said it before it was edited. */
async function hasSaid(
  client: Transaction,
  { recordingId, id, deletedAt, ...note }: Note,
  { text, atMs }: NoteContent,
): Promise<boolean> {
  if (deletedAt) return false;
  if (note.text === text && note.atMs === atMs) return true;
  const where = { recordingId, noteId: id, text, atMs };
  return (await client.noteVersion.count({ where })) > 0;
}

/** Its own author's, or an administrator's. That it was there and who deleted it is kept. Idempotent. */
export async function deleteNote(
  recordingId: string,
  id: string,
  { userId, role }: Person,
): Promise<NoteChange> {
  return db().$transaction(async (transaction) => {
    await takeTurn(transaction, recordingId);
    const note = await findNote(transaction, recordingId, id);
    if (!note) return "not-found";
    if (note.authorId !== userId && role !== "administrator") return "not-allowed";
    if (note.deletedAt) return "done";
    await transaction.note.update({
      where: { recordingId_id: { recordingId, id } },
      data: { deletedAt: new Date(), deletedBy: userId },
    });
    await transaction.noteMention.deleteMany({ where: { recordingId, noteId: id } });
    await tellChanged(transaction, recordingId);
    return "done";
  });
}

export async function hasRecording(client: Transaction, id: string): Promise<boolean> {
  return (await client.recording.count({ where: { id } })) > 0;
}

function findNote(client: Transaction, recordingId: string, id: string) {
  return client.note.findUnique({ where: { recordingId_id: { recordingId, id } } });
}

/**
 * Whoever changes the notes of a call does so one after the other, so that each sees what the other one
 * wrote: the former texts, the room there is, and whether any note is left.
 */
async function takeTurn(client: Transaction, recordingId: string): Promise<void> {
  await client.$queryRaw`SELECT id FROM recording WHERE id = ${recordingId} FOR NO KEY UPDATE`;
}

/** All notes of a call are shown together, the deleted ones as a line each. */
async function hasRoom(
  client: Transaction,
  recordingId: string,
  more: number,
  text: string,
): Promise<boolean> {
  const { ofCall, charactersTogether } = budgets.notes;
  const [kept = { notes: 0, characters: 0 }] = await client.$queryRaw<
    { notes: number; characters: number }[]
  >`
    SELECT count(*)::int AS notes,
      coalesce(sum(length(text)) FILTER (WHERE deleted_at IS NULL), 0)::int AS characters
    FROM note WHERE recording_id = ${recordingId}`;
  return kept.notes + more <= ofCall && kept.characters + text.length <= charactersTogether;
}

/** Whoever the text speaks to as people are called now. */
async function writeMentions(
  client: Transaction,
  recordingId: string,
  noteId: string,
  text: string,
): Promise<void> {
  if (!text.includes("@")) return;
  const people = await client.user.findMany({ select: { id: true, name: true, email: true } });
  const mentioned = findMentions(
    text,
    people.map(({ id, ...person }) => ({ userId: id, ...person })),
  );
  if (mentioned.length === 0) return;
  await client.noteMention.createMany({
    data: mentioned.map((one) => ({ recordingId, noteId, ...one })),
  });
}

/** The list finds the call by what its notes are now, and open pages learn of it. */
async function tellChanged(client: Transaction, recordingId: string): Promise<void> {
  const [notes, mentions] = await Promise.all([
    client.note.count({ where: { recordingId, deletedAt: null } }),
    client.noteMention.findMany({ where: { recordingId }, distinct: "userId" }),
  ]);
  await setMarks(client, "notes", [{ recordingId, values: notes > 0 ? ["true"] : [] }]);
  const people = mentions.map(({ userId }) => userId);
  await setMarks(client, "mentioned", [{ recordingId, values: people }]);
  await notifyChanges(client, [recordingId]);
}
