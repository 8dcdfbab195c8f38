"use client";

import { Plus, X } from "lucide-react";
import { lazy, useEffect, useState } from "react";
import { formatShort } from "@/components/format/dates";
import { useLiveView } from "@/components/live/use-live-view";
import { annotate } from "@/components/player/waveform-content";
import { buttonStyle } from "@/components/ui/controls/button";
import { Popover, WhenOpened } from "@/components/ui/overlay/popover";
import { Fault } from "@/components/ui/page/feedback";
import { Section } from "@/components/ui/page/sections";
import { recordingHref } from "@/lib/list/id-segment";
import {
  type NotesAnswer,
  type NotesView,
  type NoteView,
  notesSchema,
  type TagView,
} from "@/lib/notes/views";
import { NoteEditor } from "./note-editor";
import { NoteThread, toName } from "./note-thread";
import type { NotesActions, TagActions } from "./notes-section";
import { CallHistory } from "./past";
import { ReviewBar } from "./review-bar";
import { TagChip, taggedHref } from "./tag-chip";
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
  const path = `/api${recordingHref(given.recordingId)}/notes`;
  const { view: notes, take: takeView } = useLiveView(given, path, notesSchema);
  const take = (answer: NotesAnswer) => {
    if (answer.notes) takeView(answer.notes);
  };
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

const TagPicker = lazy(() => import("./tag-picker"));

type TagBarProps = {
  recordingId: string;
  tags: NotesView["tags"];
  timeZone: string;
  actions: TagActions;
  onSaved: (answer: NotesAnswer) => void;
};

/** The tags of a call, each with who put it there, and the way to another one. */
function TagBar({ recordingId, tags, timeZone, actions, onSaved }: TagBarProps) {
  const t = notesTexts();
  const [fault, setFault] = useState<string | null>(null);
  const put = async (tag: TagView, isOn: boolean): Promise<string | null> => {
    const answer = await actions.set([recordingId], tag.key, isOn).catch(() => null);
    const word = answer ? (answer.fault?.word ?? null) : t.notSaved;
    setFault(word);
    if (answer && !answer.fault) onSaved(answer);
    return word;
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="w-14 shrink-0 text-dense text-muted">{t.tags}</span>
        <ul aria-label={t.tags} className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
          {tags.map((tag) => {
            const { day, time } = formatShort(tag.added.at, timeZone, new Date());
            return (
              <li key={tag.key} className="min-w-0 max-w-full">
                <TagChip
                  tag={tag}
                  title={t.addedBy(toName(tag.added.by), day, time)}
                  href={taggedHref(tag.key)}
                >
                  <button
                    type="button"
                    aria-label={t.removeTag(tag.name)}
                    onClick={() => put(tag, false)}
                    className="-my-px -mr-2 inline-flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-pressed hover:text-text print:hidden"
                  >
                    <X aria-hidden className="size-3" />
                  </button>
                </TagChip>
              </li>
            );
          })}
          <li>
            <Popover
              triggerClassName={`${buttonStyle("ghost", "small")} h-6! px-1.5! text-xs!`}
              trigger={
                <>
                  <Plus aria-hidden className="size-3.5" />
                  {t.addTag}
                </>
              }
              className="sm:w-72"
            >
              <WhenOpened className="min-h-24">
                <TagPicker
                  actions={actions}
                  chosen={tags.map(({ key }) => key)}
                  onChoose={(tag) => put(tag, !tags.some(({ key }) => key === tag.key))}
                />
              </WhenOpened>
            </Popover>
          </li>
        </ul>
      </div>
      <Fault className="mt-1">{fault}</Fault>
    </div>
  );
}
