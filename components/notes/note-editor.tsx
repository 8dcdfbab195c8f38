"use client";

import { useEffect, useId, useRef, useState, useTransition } from "react";
import { getAudio, readLoaded } from "@/components/player/remote-control";
import { Button } from "@/components/ui/controls/button";
import { inputStyle } from "@/components/ui/controls/field";
import { Fault } from "@/components/ui/page/feedback";
import type { MentionableView, NoteFault, NotesAnswer } from "@/lib/notes/views";
import {
  emptyNoteFault,
  findTextFault,
  longestNote,
  momentFault,
  parseMoment,
  writeMoment,
} from "@/lib/notes/written-text";
import { type Draft, MentionList, useDraft, useMention } from "./note-draft";
import { notesTexts } from "./texts.en";

type NoteEditorProps = {
  /** What is written: a note, a reply. */
  label: string;
  placeholder?: string;
  recordingId: string;
  /** Under which name it is kept until it is saved. */
  draftName: string;
  initial?: Draft;
  submitText: string;
  people: () => Promise<MentionableView[]>;
  /** The id is the same for each try to save one draft. */
  save: (draft: Draft, id: string) => Promise<NotesAnswer>;
  onSaved: (answer: NotesAnswer) => void;
  onCancel?: () => void;
};

const empty: Draft = { text: "", moment: "" };

/** Writes a note, of the whole call or of a moment. What is wrong is said beside its box. */
export function NoteEditor(props: NoteEditorProps) {
  const t = notesTexts();
  const { label, recordingId, draftName, initial = empty, submitText, onCancel } = props;
  const { draft, write, isRecalled, identify, dropId, forget } = useDraft(draftName, initial);
  const [fault, setFault] = useState<NoteFault | null>(null);
  const [isPending, startTransition] = useTransition();
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  // What is written before the scripts have come would be lost.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const change = (part: Partial<Draft>) => {
    write({ ...draft, ...part });
    setFault(null);
  };
  const { people } = props;
  const mention = useMention({ box, people, onChoose: (text) => change({ text }) });

  const submit = () => {
    if (isPending) return;
    const found = findFault(draft, recordingId);
    setFault(found);
    if (found) return;
    startTransition(async () => {
      const answer = await props.save(draft, identify()).catch(() => null);
      setFault(answer ? answer.fault : newUnsaved());
      if (!answer) return;
      // Refused under this id, as when the note was deleted meanwhile.
      if (answer.fault?.place === "form") dropId();
      if (answer.fault) return;
      forget();
      props.onSaved(answer);
    });
  };
  const wordOf = (place: NoteFault["place"]) => (fault?.place === place ? fault.word : null);
  const textFault = wordOf("text") ?? wordOf("form");
  const isBegun = draft.text.trim() !== "";

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="space-y-2"
    >
      <textarea
        ref={box}
        aria-label={label}
        placeholder={props.placeholder}
        rows={2}
        readOnly={!isReady || isPending}
        value={draft.text}
        dir="auto"
        aria-invalid={textFault ? true : undefined}
        aria-describedby={textFault ? `${id}-text` : undefined}
        {...mention.boxProps}
        onChange={(event) => {
          change({ text: event.target.value });
          mention.look();
        }}
        onKeyDown={(event) => {
          if (mention.handleKey(event)) return;
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            event.preventDefault();
            submit();
          } else if (event.key === "Escape" && onCancel && !isBegun) {
            event.stopPropagation();
            onCancel();
          }
        }}
        className="field-sizing-content block max-h-80 min-h-16 w-full min-w-0 resize-y rounded-md border border-line-strong bg-surface px-3 py-2 text-dense text-text hover:border-faint focus-visible:outline-offset-0 aria-invalid:border-bad"
      />
      <MentionList mention={mention} />
      <Fault id={`${id}-text`}>{textFault}</Fault>
      <div className="flex flex-wrap items-start gap-2">
        <div>
          <div className="flex items-center gap-1.5 text-dense">
            <label htmlFor={`${id}-moment`} className="text-muted">
              {t.moment}
            </label>
            <input
              id={`${id}-moment`}
              value={draft.moment}
              readOnly={!isReady || isPending}
              placeholder={t.wholeCall}
              autoComplete="off"
              aria-invalid={wordOf("moment") ? true : undefined}
              aria-describedby={wordOf("moment") ? `${id}-moment-fault` : undefined}
              onChange={(event) => change({ moment: event.target.value })}
              className={`${inputStyle} h-8! w-26! px-2! text-dense! tabular-nums`}
            />
            <Button
              size="small"
              variant="ghost"
              title={t.useCurrentTime}
              onClick={() => change({ moment: writeMoment(readMoment(recordingId) ?? 0) })}
            >
              {t.currentTime}
            </Button>
          </div>
          <Fault id={`${id}-moment-fault`} className="mt-1">
            {wordOf("moment")}
          </Fault>
        </div>
        <div className="ml-auto flex items-center gap-1.5">
          {isRecalled && isBegun ? (
            <span className="text-muted text-xs" role="status">
              {t.draft}
            </span>
          ) : null}
          {onCancel || isBegun ? (
            <Button
              size="small"
              variant="ghost"
              onClick={() => {
                forget();
                setFault(null);
                onCancel?.();
              }}
            >
              {onCancel ? t.cancel : t.discard}
            </Button>
          ) : null}
          <Button
            type={isReady ? "submit" : "button"}
            size="small"
            aria-busy={isPending}
            disabled={isPending}
          >
            {isPending ? t.saving : submitText}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** What the server would say too, without the way to it; it knows no length of the recording. */
function findFault({ text, moment }: Draft, recordingId: string): NoteFault | null {
  if (text.trim() === "") return { place: "text", word: emptyNoteFault() };
  const word = findTextFault(text, longestNote, "note");
  if (word) return { place: "text", word };
  const atMs = parseMoment(moment);
  if (atMs === undefined) return { place: "moment", word: momentFault() };
  const lengthMs = readLengthMs(recordingId);
  if (atMs === null || lengthMs === null || atMs <= lengthMs) return null;
  return { place: "moment", word: notesTexts().beyondEnd(writeMoment(lengthMs)) };
}

function newUnsaved(): NoteFault {
  return { place: "form", word: notesTexts().noteNotSaved };
}

/** Where the player of a call stands, in milliseconds; null: it plays another one, or none. */
function readMoment(recordingId: string): number | null {
  return isLoaded(recordingId) ? Math.floor(getAudio().currentTime) * 1_000 : null;
}

/** How long its recording is; null: not known. */
function readLengthMs(recordingId: string): number | null {
  if (!isLoaded(recordingId)) return null;
  const { duration } = getAudio();
  return Number.isFinite(duration) ? duration * 1_000 : null;
}

function isLoaded(recordingId: string): boolean {
  return readLoaded().call?.id === recordingId;
}
