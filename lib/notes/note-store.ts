import "server-only";
import { randomUUID } from "node:crypto";
import type { Viewer } from "@/lib/access/views";
import { recordChange } from "@/lib/audit/audit-log";
import { transact } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import { isDuplicateKey } from "@/lib/platform/faults";
import { budgets } from "@/lib/platform/settings/budgets";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { hasRecording } from "@/lib/recordings/query/queries";
import { setMarks } from "@/lib/recordings/sql/marks";
import type { Note } from "@/prisma/client/client";
import { countNotes, takeTurn } from "./sql";
import type { ReviewState } from "./views";
import { findMentions } from "./written-text";

/**
 * `not-found`: there is no such call, or no such note on it. `not-allowed`: somebody else wrote it.
 * `no-room`: the call has as many notes as it can hold, or as long ones.
 */
export type NoteChange = "done" | "not-found" | "not-allowed" | "no-room";

type Author = Pick<Viewer, "userId" | "role">;

/** Both as `cleanNote` and `parseMoment` leave them. */
type NoteContent = { text: string; atMs: number | null };

/** Its id is made by whoever writes it, once for each note. */
type NewNote = NoteContent & { id: string; replyToId: string | null };

/**
 * Adds a note, or an answer to one: to the beginning of its thread, whichever note of it is answered.
 * Idempotent: under an id that its author has used, nothing is added; what was changed meanwhile is an edit.
 */
export async function writeNote(
  recordingId: string,
  { id, replyToId, ...content }: NewNote,
  { userId }: Pick<Author, "userId">,
): Promise<NoteChange> {
  return transact(async (transaction) => {
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
    if (!(await isWithinLimits(transaction, recordingId, 1, content.text))) return "no-room";
    const thread = answered ? (answered.replyToId ?? answered.id) : null;
    await transaction.note.create({
      data: {
        recordingId,
        id,
        replyToId: thread,
        ...content,
        authorId: userId,
        createdAt: new Date(),
      },
    });
    await writeMentions(transaction, recordingId, id, content.text);
    await publishChange(transaction, recordingId);
    return "done";
  });
}

/** What it said before stays in its history. Idempotent: the same content again changes nothing. */
export async function editNote(
  recordingId: string,
  id: string,
  content: NoteContent,
  { userId }: Pick<Author, "userId">,
): Promise<NoteChange> {
  return transact(async (transaction) => {
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
  if (!(await isWithinLimits(transaction, recordingId, 0, content.text))) return "no-room";
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
  await publishChange(transaction, recordingId);
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
  { userId, role }: Author,
): Promise<NoteChange> {
  return transact(async (transaction) => {
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
    await publishChange(transaction, recordingId);
    return "done";
  });
}

function findNote(client: Transaction, recordingId: string, id: string) {
  return client.note.findUnique({ where: { recordingId_id: { recordingId, id } } });
}

/** All notes of a call are shown together, the deleted ones as a line each. */
async function isWithinLimits(
  client: Transaction,
  recordingId: string,
  more: number,
  text: string,
): Promise<boolean> {
  const { ofCall, charactersTogether } = budgets.notes;
  const kept = await countNotes(client, recordingId);
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
async function publishChange(client: Transaction, recordingId: string): Promise<void> {
  const [notes, mentions] = await Promise.all([
    client.note.count({ where: { recordingId, deletedAt: null } }),
    client.noteMention.findMany({ where: { recordingId }, distinct: "userId" }),
  ]);
  await setMarks(client, "notes", [{ recordingId, values: notes > 0 ? ["true"] : [] }]);
  const people = mentions.map(({ userId }) => userId);
  await setMarks(client, "mentioned", [{ recordingId, values: people }]);
  await notifyChanges(client, [recordingId]);
}

/** A state of null takes the review back. */
type ReviewContent = { state: ReviewState | null; reason: string };

/** What holds from then on; what was said before stays in the history. The same again changes nothing. */
export async function setReview(
  recordingId: string,
  content: ReviewContent,
  userId: string,
): Promise<"done" | "not-found"> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeReview(recordingId, content, userId);
    } catch (error) {
      // Somebody else said something at the same moment: ours comes after it.
      if (!isDuplicateKey(error) || attempt === mostAttempts) throw error;
    }
  }
}

const mostAttempts = 5;

function writeReview(
  recordingId: string,
  { state, reason }: ReviewContent,
  userId: string,
): Promise<"done" | "not-found"> {
  return transact(async (transaction) => {
    if (!(await hasRecording(transaction, recordingId))) return "not-found";
    const where = { recordingId, isCurrent: true };
    const before = await transaction.review.findFirst({ where });
    const isSame = before
      ? before.state === state && before.reason === reason
      : state === null && reason === "";
    if (isSame) return "done";
    await transaction.review.updateMany({ where, data: { isCurrent: null } });
    await transaction.review.create({
      data: {
        recordingId,
        id: randomUUID(),
        state,
        reason,
        isCurrent: true,
        reviewedBy: userId,
        reviewedAt: new Date(),
      },
    });
    await setMarks(transaction, "review", [{ recordingId, values: state ? [state] : [] }]);
    const by = { userId, recordingId, calls: 1 };
    await recordChange(transaction, { action: "review-changed", state }, by);
    await notifyChanges(transaction, [recordingId]);
    return "done";
  });
}
