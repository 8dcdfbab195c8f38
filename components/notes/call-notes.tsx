"use client";

import { useCallback, useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { createPoller, watchChanges } from "@/components/live/watch-changes";
import { annotate } from "@/components/player/waveform-content";
import { recordingHref } from "@/components/recordings/recording-href";
import { Section } from "@/components/ui/page/sections";
import type { NotesAnswer, NotesView, NoteView } from "@/lib/notes/views";
import { NoteEditor } from "./note-editor";
import { NoteThread } from "./note-thread";
import type { NotesActions } from "./notes-actions";
import { CallHistory } from "./past";
import { ReviewBar } from "./review-bar";
import { TagBar } from "./tag-bar";
import { notesTexts } from "./texts.en";

export type CallNotesProps = {
  notes: NotesView;
  actions: NotesActions;
  /** Whose call it is. */
  title: string;
};

/** What people say of a call: its review, its tags, and notes on it or on moments of it. */
export default function CallNotes({ notes: given, actions, title }: CallNotesProps) {
  const t = notesTexts();
  const { notes, take } = useLiveNotes(given);
  const [isPastOpen, setPastOpen] = useState(false);
  const { recordingId, viewerId, timeZone } = notes;
  useMarkedMoments(recordingId, notes.notes);
  const threads = notes.notes.filter(({ replyToId }) => replyToId === null);
  const repliesTo = (id: string) => notes.notes.filter(({ replyToId }) => replyToId === id);
  const shown = threads.filter((note) => isShown(note, repliesTo(note.id)));
  const props = { recordingId, title, viewerId, timeZone, actions, onAnswer: take };
  return (
    <Section
      title={t.notes}
      actions={
        <button
          type="button"
          aria-expanded={isPastOpen}
          onClick={() => setPastOpen(!isPastOpen)}
          className="rounded px-1.5 py-1 text-muted text-xs hover:bg-hover hover:text-text print:hidden"
        >
          {t.history}
        </button>
      }
    >
      <div className="space-y-2.5">
        <ReviewBar
          review={notes.review}
          timeZone={timeZone}
          save={(review) => actions.review(recordingId, review)}
          onSaved={take}
        />
        <TagBar
          recordingId={recordingId}
          tags={notes.tags}
          timeZone={timeZone}
          actions={actions.tags}
          onSaved={take}
        />
        {isPastOpen ? (
          <div className="rounded-md bg-canvas p-3">
            <CallHistory
              key={notes.readAt}
              read={() => actions.callHistory(recordingId)}
              timeZone={timeZone}
            />
          </div>
        ) : null}
      </div>
      <div className="mt-4 border-line border-t pt-4">
        {shown.length === 0 ? null : (
          <ul aria-label={t.notes} className="mb-3 divide-y divide-line border-line border-b">
            {shown.map((first) => (
              <NoteThread key={first.id} first={first} replies={repliesTo(first.id)} {...props} />
            ))}
          </ul>
        )}
        <NoteEditor
          label={t.note}
          placeholder={t.noteHint}
          recordingId={recordingId}
          draftName={`${viewerId} ${recordingId}`}
          submitText={t.addNote}
          people={actions.people}
          save={(draft, id) => actions.add(recordingId, { ...draft, id, replyToId: null })}
          onSaved={take}
        />
      </div>
    </Section>
  );
}

/** Marks the moments that notes speak of on the waveform. */
function useMarkedMoments(recordingId: string, notes: NoteView[]): void {
  useEffect(() => {
    const markers = notes.flatMap(({ id, atMs, text }) =>
      atMs === null || text === null
        ? []
        : [{ id, atSeconds: atMs / 1_000, label: text.slice(0, longestLabel) }],
    );
    return annotate(recordingId, "notes", { markers });
  }, [recordingId, notes]);
}

const longestLabel = 80;

/** A deleted note that nobody answered is a line for those who may read it still. */
function isShown({ deleted, hasHistory }: NoteView, replies: NoteView[]): boolean {
  return !deleted || hasHistory || replies.length > 0;
}

type LiveNotes = { notes: NotesView; take: (answer: NotesAnswer) => void };

/** The notes as they are now: as the page has them, as a change answers, or as others changed them. */
function useLiveNotes(given: NotesView): LiveNotes {
  const [latest, setLatest] = useState(given);
  const { recordingId } = given;
  const takeView = useCallback((next: NotesView) => {
    setLatest((before) => (isNewer(next, before) ? next : before));
  }, []);

  useEffect(() => {
    const poller = createPoller(async (signal) => {
      const path = `/api${recordingHref(recordingId)}/notes`;
      const fetched = await fetchJson<NotesView>(path, { signal });
      if (fetched.isOk && !signal.aborted) takeView(fetched.answer);
      return fetched.isOk ? "answered" : "failed";
    });
    const stopWatching = watchChanges({
      onHint: ({ ids }) => {
        if (ids === null || ids.includes(recordingId)) poller.want();
      },
    });
    return () => {
      stopWatching();
      poller.stop();
    };
  }, [recordingId, takeView]);

  return {
    notes: isNewer(given, latest) ? given : latest,
    take: ({ notes }) => {
      if (notes) takeView(notes);
    },
  };
}

function isNewer(one: NotesView, other: NotesView): boolean {
  return one.recordingId !== other.recordingId || one.readAt >= other.readAt;
}
