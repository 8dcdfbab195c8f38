import "server-only";
import { listNames } from "@/lib/access/members/members";
import type { Trace, Viewer } from "@/lib/access/views";
import { currentLocale } from "@/lib/language/texts";
import { isStorable } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import type { Note } from "@/prisma/client/client";
import type {
  HistoryEntryView,
  ListedTagView,
  MentionableView,
  NotesView,
  NoteVersionView,
  NoteView,
  RowNotesView,
  TagView,
} from "./views";
import { isTagColour } from "./written-text";

type Asker = Pick<Viewer, "userId" | "role">;

/** What people have said of a call, as this person may see it. Empty for a call that is not there. */
export async function getNotes(
  recordingId: string,
  asker: Asker,
  timeZone: string,
): Promise<NotesView> {
  const of = { recordingId, viewerId: asker.userId, readAt: Date.now(), timeZone };
  if (!isStorable(recordingId)) return { ...of, notes: [], tags: [], review: null };
  const [notes, mentions, edited, tags, review] = await Promise.all([
    db().note.findMany({
      where: { recordingId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      // A few more than there may be: of two that come at the same moment both may find room.
      take: 2 * budgets.notes.ofCall,
    }),
    db().noteMention.findMany({ where: { recordingId } }),
    db().noteVersion.groupBy({ by: ["noteId"], where: { recordingId } }),
    db().recordingTag.findMany({ where: { recordingId, isOn: true } }),
    db().review.findFirst({ where: { recordingId, isCurrent: true } }),
  ]);
  const known = await findTags(tags.map(({ tagKey }) => tagKey));
  const names = await listNames(
    unique([
      ...notes.flatMap(({ authorId, deletedBy }) => [authorId, deletedBy]),
      ...tags.map(({ addedBy }) => addedBy),
      review?.reviewedBy,
    ]),
  );
  const trace = newTrace(names);
  const versions = new Set(edited.map(({ noteId }) => noteId));
  return {
    ...of,
    notes: notes.map((note) => ({
      ...toNoteView(note, asker, trace),
      hasHistory: (versions.has(note.id) || note.deletedAt !== null) && mayRead(note, asker),
      mentions: mentions.flatMap(({ noteId, name }) => (noteId === note.id ? name : [])),
    })),
    tags: tags
      .flatMap(({ tagKey, addedBy, addedAt }) => {
        const tag = known.get(tagKey);
        return tag && !tag.isDeleted ? [{ ...tag.view, added: trace(addedBy, addedAt) }] : [];
      })
      .toSorted(byName),
    review: review?.state
      ? {
          state: review.state,
          reason: review.reason,
          ...trace(review.reviewedBy, review.reviewedAt),
        }
      : null,
  };
}

/** What a note said, the newest first; null: there is none, or this person may not read it any more. */
export async function getNoteHistory(
  recordingId: string,
  noteId: string,
  asker: Asker,
): Promise<NoteVersionView[] | null> {
  const note = await db().note.findUnique({
    where: { recordingId_id: { recordingId, id: noteId } },
  });
  if (!note || !mayRead(note, asker)) return null;
  const former = await db().noteVersion.findMany({
    where: { recordingId, noteId },
    orderBy: { writtenAt: "desc" },
    take: mostVersions,
  });
  const now = { text: note.text, atMs: note.atMs, writtenAt: note.editedAt ?? note.createdAt };
  return [now, ...former].map(({ text, atMs, writtenAt }) => ({
    text,
    atMs,
    writtenAt: writtenAt.toISOString(),
  }));
}

const mostVersions = 100;

/** What became of the tags and the review of a call, the newest first. */
export async function listCallHistory(recordingId: string): Promise<HistoryEntryView[]> {
  const newest = { where: { recordingId }, take: mostEntries };
  const [tags, reviews] = await Promise.all([
    db().recordingTag.findMany({ ...newest, orderBy: { addedAt: "desc" } }),
    db().review.findMany({ ...newest, orderBy: { reviewedAt: "desc" } }),
  ]);
  const known = await findTags(tags.map(({ tagKey }) => tagKey));
  const trace = newTrace(
    await listNames(
      unique([
        ...tags.flatMap(({ addedBy, removedBy }) => [addedBy, removedBy]),
        ...reviews.map(({ reviewedBy }) => reviewedBy),
      ]),
    ),
  );
  const ofTags = tags.flatMap(({ tagKey, addedBy, addedAt, removedBy, removedAt }) => {
    const tag = known.get(tagKey)?.view;
    if (!tag) return [];
    const added: HistoryEntryView = { kind: "tagged", tag, ...trace(addedBy, addedAt) };
    if (!removedBy || !removedAt) return [added];
    return [added, { kind: "untagged" as const, tag, ...trace(removedBy, removedAt) }];
  });
  const ofReview = reviews.map(
    ({ state, reason, reviewedBy, reviewedAt }): HistoryEntryView => ({
      kind: "review",
      state,
      reason,
      ...trace(reviewedBy, reviewedAt),
    }),
  );
  return [...ofTags, ...ofReview]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, mostEntries);
}

const mostEntries = 200;

/** Every tag that there is, by name. */
export async function listTags(): Promise<TagView[]> {
  const tags = await db().tag.findMany({ where: { deletedAt: null } });
  return tags.map(toTagView).toSorted(byName);
}

/** The same with their calls and who made them. */
export async function listTagsWithCalls(): Promise<ListedTagView[]> {
  const [tags, counts] = await Promise.all([
    db().tag.findMany({ where: { deletedAt: null } }),
    db().recordingTag.groupBy({ by: ["tagKey"], where: { isOn: true }, _count: true }),
  ]);
  const trace = newTrace(await listNames(unique(tags.map(({ createdBy }) => createdBy))));
  return tags
    .map((tag) => ({
      ...toTagView(tag),
      created: trace(tag.createdBy, tag.createdAt),
      calls: counts.find(({ tagKey }) => tagKey === tag.key)?._count ?? 0,
    }))
    .toSorted(byName);
}

/** Everybody who can be mentioned; of those called the same the email says who is meant. */
export async function listMentionable(): Promise<MentionableView[]> {
  const users = await db().user.findMany({
    select: { id: true, name: true, email: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const times = new Map<string, number>();
  for (const { name } of users) times.set(fold(name), (times.get(fold(name)) ?? 0) + 1);
  return users.map(({ id, name, email }) => {
    const isAlone = times.get(fold(name)) === 1 && name.trim() !== "";
    return { userId: id, name: name.trim() || email, mention: isAlone ? name.trim() : email };
  });
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}

/** What the list says of these calls, where it has a column for it; those of which nobody said anything are missing. */
export async function listShownNotes(
  ids: string[],
  columns: readonly string[] | null | undefined,
): Promise<Map<string, RowNotesView>> {
  const isShown = columns?.some((column) => ["tags", "review", "notes"].includes(column));
  if (!isShown || ids.length === 0) return new Map();
  const where = { recordingId: { in: ids.filter(isStorable) } };
  const [tags, reviews, notes] = await Promise.all([
    db().recordingTag.findMany({ where: { ...where, isOn: true } }),
    db().review.findMany({ where: { ...where, isCurrent: true } }),
    db().note.groupBy({
      by: ["recordingId"],
      where: { ...where, deletedAt: null },
      _count: true,
    }),
  ]);
  const known = await findTags(tags.map(({ tagKey }) => tagKey));
  const rows = new Map<string, RowNotesView>();
  const rowOf = (id: string) => {
    const row = rows.get(id) ?? { tags: [], review: null, notes: 0 };
    rows.set(id, row);
    return row;
  };
  for (const { recordingId, tagKey } of tags) {
    const tag = known.get(tagKey);
    if (tag && !tag.isDeleted) rowOf(recordingId).tags.push(tag.view);
  }
  for (const { recordingId, state } of reviews) if (state) rowOf(recordingId).review = state;
  for (const { recordingId, _count } of notes) rowOf(recordingId).notes = _count;
  for (const row of rows.values()) row.tags.sort(byName);
  return rows;
}

async function findTags(keys: string[]) {
  if (keys.length === 0) return new Map<string, { view: TagView; isDeleted: boolean }>();
  const tags = await db().tag.findMany({ where: { key: { in: unique(keys) } } });
  return new Map(
    tags.map((tag) => [tag.key, { view: toTagView(tag), isDeleted: tag.deletedAt !== null }]),
  );
}

function toTagView({ key, name, colour }: { key: string; name: string; colour: string }): TagView {
  return { key, name, colour: isTagColour(colour) ? colour : "grey" };
}

function byName(one: TagView, other: TagView): number {
  return one.name.localeCompare(other.name, currentLocale(), {
    sensitivity: "base",
    numeric: true,
  });
}

type ToTrace = (by: string, at: Date) => Trace;

function newTrace(names: Map<string, string>): ToTrace {
  return (by, at) => ({ by: names.get(by) ?? null, at: at.toISOString() });
}

function toNoteView(
  note: Note,
  { userId, role }: Asker,
  trace: ToTrace,
): Omit<NoteView, "mentions" | "hasHistory"> {
  const isThere = note.deletedAt === null;
  const isMine = note.authorId === userId;
  return {
    id: note.id,
    replyToId: note.replyToId,
    atMs: note.atMs,
    text: isThere ? note.text : null,
    written: trace(note.authorId, note.createdAt),
    editedAt: isThere ? (note.editedAt?.toISOString() ?? null) : null,
    deleted: note.deletedAt && trace(note.deletedBy ?? note.authorId, note.deletedAt),
    mayEdit: isThere && isMine,
    mayDelete: isThere && (isMine || role === "administrator"),
  };
}

/** What was deleted is for its author and for administrators. */
function mayRead({ deletedAt, authorId }: Note, { userId, role }: Asker): boolean {
  return deletedAt === null || authorId === userId || role === "administrator";
}

function unique(values: (string | null | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => value ?? []))];
}
