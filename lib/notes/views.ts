import { texts } from "@/lib/language/texts";
import type { TagColour } from "./written-text";

export type TagView = { key: string; name: string; colour: TagColour };

/** Who and when; a name of null: somebody who has no access any more. */
export type Trace = { by: string | null; at: string };

export type ReviewState = "to_review" | "reviewed" | "flagged";

export type ReviewView = { state: ReviewState; reason: string } & Trace;

export type NoteView = {
  id: string;
  /** The note that it answers; null: it begins a thread. */
  replyToId: string | null;
  /** Null: the whole call. */
  atMs: number | null;
  /** Null: it is deleted. */
  text: string | null;
  /** What stands in the text behind an @ and means somebody. */
  mentions: string[];
  written: Trace;
  editedAt: string | null;
  deleted: Trace | null;
  mayEdit: boolean;
  mayDelete: boolean;
  /** Whether somebody may read what it said before. */
  hasHistory: boolean;
};

/** What people have said of one call, as one person may see it. */
export type NotesView = {
  recordingId: string;
  viewerId: string;
  /** Milliseconds since 1970: of two, the later one is the truth. */
  readAt: number;
  /** The viewer's zone. */
  timeZone: string;
  /** In the order in which they were written. */
  notes: NoteView[];
  tags: (TagView & { added: Trace })[];
  review: ReviewView | null;
};

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

export const reviewStates = ["to_review", "reviewed", "flagged"] as const satisfies ReviewState[];

/** In the language of who looks when they are read. */
export const reviewLabels: Readonly<Record<ReviewState, string>> = {
  get to_review() {
    return reviewTexts().to_review;
  },
  get reviewed() {
    return reviewTexts().reviewed;
  },
  get flagged() {
    return reviewTexts().flagged;
  },
};

export const reviewTexts = texts("review", {
  to_review: "To review",
  reviewed: "Reviewed",
  flagged: "Flagged",
});
