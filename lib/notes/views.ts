import { type Trace, traceSchema } from "@/lib/access/views";
import { lookUp, texts } from "@/lib/language/texts";
import * as v from "@/lib/platform/shape";
import { tagColours } from "./written-text";

const tagSchema = v.object({
  key: v.string,
  name: v.string,
  colour: v.oneOf(tagColours),
});

export type TagView = v.Shaped<typeof tagSchema>;

export const reviewStates = ["to_review", "reviewed", "flagged"] as const;

export type ReviewState = (typeof reviewStates)[number];

const reviewSchema = v.object({
  state: v.oneOf(reviewStates),
  reason: v.string,
  ...traceSchema.entries,
});

export type ReviewView = v.Shaped<typeof reviewSchema>;

const noteSchema = v.object({
  id: v.string,
  /** The note that it answers; null: it begins a thread. */
  replyToId: v.nullable(v.string),
  /** Null: the whole call. */
  atMs: v.nullable(v.number),
  /** Null: it is deleted. */
  text: v.nullable(v.string),
  /** What stands in the text behind an @ and means somebody. */
  mentions: v.array(v.string),
  written: traceSchema,
  editedAt: v.nullable(v.string),
  deleted: v.nullable(traceSchema),
  mayEdit: v.boolean,
  mayDelete: v.boolean,
  /** Whether somebody may read what it said before. */
  hasHistory: v.boolean,
});

export type NoteView = v.Shaped<typeof noteSchema>;

/** What people have said of one call, as one person may see it. */
export const notesSchema = v.object({
  recordingId: v.string,
  viewerId: v.string,
  /** Milliseconds since 1970: of two, the later one is the truth. */
  readAt: v.number,
  /** The viewer's zone. */
  timeZone: v.string,
  /** In the order in which they were written. */
  notes: v.array(noteSchema),
  tags: v.array(v.object({ ...tagSchema.entries, added: traceSchema })),
  review: v.nullable(reviewSchema),
});

export type NotesView = v.Shaped<typeof notesSchema>;

/** What a note said, from then on. */
export type NoteVersionView = { text: string; atMs: number | null; writtenAt: string };

/** A change of the tags or the review of a call. */
export type HistoryEntryView = Trace &
  (
    | { kind: "tagged" | "untagged"; tag: TagView }
    | { kind: "review"; state: ReviewState | null; reason: string }
  );

/** Somebody who can be mentioned, and how a note writes them. */
export type MentionableView = { userId: string; name: string; mention: string };

/** A tag as its settings show it. */
export type ListedTagView = TagView & { created: Trace; calls: number };

/** What the list says of a call. */
export type RowNotesView = { tags: TagView[]; review: ReviewState | null; notes: number };

/** A word beside the field that is wrong; the place is "form" where it is none of them. */
export type NoteFault = { place: "text" | "moment" | "reason" | "name" | "form"; word: string };

/** What became of a change: the notes as they are now, or why nothing was kept. */
export type NotesAnswer =
  | { fault: NoteFault; notes?: never }
  | { fault: null; notes: NotesView | null };

export type TagAnswer = { fault: NoteFault } | { fault: null; tag: TagView };

/** In the language of who looks when they are read. */
export const reviewLabels = lookUp(reviewStates, (state) => reviewTexts()[state]);

export const reviewTexts = texts("review", {
  to_review: "To review",
  reviewed: "Reviewed",
  flagged: "Flagged",
});
