"use client";

import { lazy, Suspense } from "react";
import { Section } from "@/components/ui/page/sections";
import { markFieldLabels } from "@/components/vocabulary/values";
import type {
  addNote,
  changeNote,
  changeReview,
  makeTag,
  readCallHistory,
  readMentionable,
  readNoteHistory,
  readTags,
  removeNote,
  switchTag,
} from "@/lib/notes/actions";
import type { CallNotesProps } from "./call-notes";

// The list itself needs none of it.
const CallNotes = lazy(() => import("./call-notes"));

/** What people say of a call; its place is kept until what shows it has come. */
export function NotesSection(props: CallNotesProps) {
  return (
    <Suspense
      fallback={
        <Section title={markFieldLabels.notes}>
          <div className="h-64" />
        </Section>
      }
    >
      <CallNotes {...props} />
    </Suspense>
  );
}

/** What choosing a tag takes. */
export type TagActions = {
  list: typeof readTags;
  make: typeof makeTag;
  set: typeof switchTag;
};

/** What the notes of a call can be told. */
export type NotesActions = {
  add: typeof addNote;
  change: typeof changeNote;
  remove: typeof removeNote;
  review: typeof changeReview;
  history: typeof readNoteHistory;
  callHistory: typeof readCallHistory;
  people: typeof readMentionable;
  tags: TagActions;
};
