"use client";

import { useState } from "react";
import { fillText } from "@/components/format/text";
import { seekTo } from "@/components/player/remote-control";
import { Button } from "@/components/ui/controls/button";
import { Fault } from "@/components/ui/page/feedback";
import type { NotesAnswer, NoteView } from "@/lib/notes/views";
import { splitMentions, writeMoment } from "@/lib/notes/written-text";
import { NoteEditor } from "./note-editor";
import type { NotesActions } from "./notes-section";
import { NoteHistory, When } from "./past";
import { notesTexts } from "./texts.en";

type ThreadProps = {
  recordingId: string;
  /** Whose call it is. */
  title: string;
  viewerId: string;
  timeZone: string;
  actions: NotesActions;
  onAnswer: (answer: NotesAnswer) => void;
};

type NoteThreadProps = ThreadProps & { first: NoteView; replies: NoteView[] };

/** A note and what was answered to it. */
export function NoteThread({ first, replies, ...props }: NoteThreadProps) {
  const t = notesTexts();
  const { recordingId, viewerId, actions, onAnswer } = props;
  const [isAnswering, setAnswering] = useState(false);
  return (
    <li className="py-3 first:pt-0">
      <Note note={first} {...props} onReply={() => setAnswering(true)} />
      {replies.length === 0 ? null : (
        <ul className="mt-2.5 space-y-2.5 border-line border-l-2 pl-3">
          {replies.map((note) => (
            <li key={note.id}>
              <Note note={note} {...props} />
            </li>
          ))}
        </ul>
      )}
      {isAnswering ? (
        <div className="mt-2.5 border-line border-l-2 pl-3">
          <NoteEditor
            label={t.replyLabel}
            recordingId={recordingId}
            draftName={`${viewerId} ${recordingId} ${first.id}`}
            submitText={t.reply}
            people={actions.people}
            save={(draft, id) => actions.add(recordingId, { ...draft, id, replyToId: first.id })}
            onSaved={(answer) => {
              setAnswering(false);
              onAnswer(answer);
            }}
            onCancel={() => setAnswering(false)}
          />
        </div>
      ) : null}
    </li>
  );
}

type NoteProps = ThreadProps & { note: NoteView; onReply?: () => void };

function Note({ note, onReply, ...props }: NoteProps) {
  const t = notesTexts();
  const { recordingId, title, viewerId, timeZone, actions, onAnswer } = props;
  const [state, setState] = useState<"shown" | "edited" | "leaving" | "past">("shown");
  const [fault, setFault] = useState<string | null>(null);
  const { id, text, atMs, written, editedAt, deleted } = note;
  const remove = async () => {
    const answer = await actions.remove(recordingId, id).catch(() => null);
    setFault(answer ? (answer.fault?.word ?? null) : t.notDeleted);
    if (answer && !answer.fault) onAnswer(answer);
    setState("shown");
  };
  return (
    <article aria-label={t.noteBy(toName(written.by))} className="group/note min-w-0 text-dense">
      <header className="flex flex-wrap items-baseline gap-x-2 text-muted text-xs">
        <bdi className="font-medium text-dense text-text">{toName(written.by)}</bdi>
        <When at={written.at} timeZone={timeZone} />
        {editedAt ? (
          <span>{fillText(t.edited, { at: <When at={editedAt} timeZone={timeZone} /> })}</span>
        ) : null}
        {atMs === null || deleted ? null : (
          <button
            type="button"
            aria-label={t.playFrom(writeMoment(atMs))}
            onClick={() => seekTo(recordingId, atMs / 1_000, title)}
            className="rounded font-medium text-accent tabular-nums underline-offset-2 hover:underline"
          >
            {writeMoment(atMs)}
          </button>
        )}
      </header>
      {deleted ? (
        <p className="mt-0.5 text-muted italic">
          {fillText(t.deletedBy, {
            name: <bdi>{toName(deleted.by)}</bdi>,
            at: <When at={deleted.at} timeZone={timeZone} />,
          })}
        </p>
      ) : state === "edited" ? (
        <div className="mt-1.5">
          <NoteEditor
            label={t.editNote}
            recordingId={recordingId}
            draftName={`${viewerId} ${recordingId} edit ${id}`}
            initial={{ text: text ?? "", moment: atMs === null ? "" : writeMoment(atMs) }}
            submitText={t.save}
            people={actions.people}
            save={(draft) => actions.change(recordingId, id, draft)}
            onSaved={(answer) => {
              setState("shown");
              onAnswer(answer);
            }}
            onCancel={() => setState("shown")}
          />
        </div>
      ) : (
        <NoteText text={text ?? ""} mentions={note.mentions} />
      )}
      {state === "edited" ? null : (
        <div className="-ml-1.5 flex flex-wrap items-center text-xs">
          {onReply ? <Tool onClick={onReply}>{t.reply}</Tool> : null}
          {note.mayEdit ? <Tool onClick={() => setState("edited")}>{t.edit}</Tool> : null}
          {note.mayDelete ? <Tool onClick={() => setState("leaving")}>{t.delete}</Tool> : null}
          {note.hasHistory ? (
            <Tool
              isOpen={state === "past"}
              onClick={() => setState(state === "past" ? "shown" : "past")}
            >
              {t.pastVersions}
            </Tool>
          ) : null}
        </div>
      )}
      {state === "leaving" ? (
        <div className="mt-1 flex flex-wrap items-center gap-1.5">
          <p className="mr-1">{t.asksDelete}</p>
          <Button variant="danger" size="small" onClick={remove}>
            {t.deleteNote}
          </Button>
          <Button size="small" onClick={() => setState("shown")}>
            {t.keep}
          </Button>
        </div>
      ) : null}
      {state === "past" ? (
        // It may have been edited since.
        <NoteHistory
          key={editedAt}
          read={() => actions.history(recordingId, id)}
          timeZone={timeZone}
        />
      ) : null}
      <Fault>{fault}</Fault>
    </article>
  );
}

function NoteText({ text, mentions }: { text: string; mentions: string[] }) {
  return (
    <p dir="auto" className="wrap-anywhere mt-0.5 max-w-[68ch] whitespace-pre-line leading-relaxed">
      {splitMentions(text, mentions).map(({ text: part, isMention }, index) =>
        isMention ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
          <span key={index} className="font-medium text-accent">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  );
}

type ToolProps = { isOpen?: boolean; onClick: () => void; children: React.ReactNode };

function Tool({ isOpen, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onClick}
      className="rounded px-1.5 py-1 pointer-coarse:py-2.5 text-muted hover:bg-hover hover:text-text print:hidden"
    >
      {children}
    </button>
  );
}

export function toName(name: string | null): string {
  return name ?? notesTexts().formerMember;
}
