"use client";

import { Download, Trash2, Upload } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { ShortInstant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { classNames } from "@/components/ui/class-names";
import { Button, buttonStyle } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/page/details";
import { Section } from "@/components/ui/page/sections";
import { recordingHref } from "@/lib/list/id-segment";
import type { TranscriptAnswer, TranscriptView, VersionView } from "@/lib/transcripts/views";
import { CueList } from "./cue-list";
import { transcriptTexts } from "./texts.en";
import { Making, useLiveTranscript, wordFault } from "./transcript-progress";
import type { TranscriptActions } from "./transcript-section";

export type CallTranscriptProps = {
  transcript: TranscriptView;
  actions: TranscriptActions;
  /** Whose call it is. */
  title: string;
  /** Whether the calling service says that there is one. */
  isKnown: boolean;
};

/** What was said in a call, beside its player; or how one may bring it. */
export default function CallTranscript(props: CallTranscriptProps) {
  const { transcript: given, actions, title, isKnown } = props;
  const t = transcriptTexts();
  const path = `/api${recordingHref(given.recordingId)}/transcript`;
  const { transcript, take, reload } = useLiveTranscript(given, path);
  const { recordingId, current, cues, former, job, transcriber, timeZone } = transcript;
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const perform = async (act: () => Promise<TranscriptAnswer | null>) => {
    setBusy(true);
    setFault(null);
    const answer = await act().catch(() => null);
    setBusy(false);
    if (answer === null) setFault(t.offline);
    else if (answer.fault) setFault(wordFault(answer.fault));
    else take(answer.transcript);
  };
  const upload = (file: File | undefined) => {
    if (file && !isBusy) void perform(() => send(path, file));
  };

  return (
    <Section
      title={t.title}
      actions={
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <input
            ref={input}
            id={id}
            type="file"
            accept=".vtt,.srt,.txt,text/vtt,text/plain,application/x-subrip"
            aria-label={current ? t.replace : t.upload}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              upload(target.files?.[0]);
              target.value = "";
            }}
          />
          <Button
            size="small"
            variant={current ? "ghost" : "secondary"}
            aria-busy={isBusy}
            disabled={isBusy}
            onClick={() => input.current?.click()}
          >
            <Upload aria-hidden className="size-3.5" />
            {isBusy ? t.uploading : current ? t.replace : t.upload}
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same */}
      <div
        onDragOver={(event) => {
          if (!event.dataTransfer.types.some((type) => type.toLowerCase() === "files")) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          upload(event.dataTransfer.files[0]);
        }}
        className={classNames(
          "-m-2 rounded-md p-2",
          isOver ? "outline-2 outline-accent outline-dashed" : null,
        )}
      >
        {fault === null ? null : (
          <p role="alert" className="mb-3 text-bad text-dense">
            {fault}
          </p>
        )}
        {current === null ? (
          <p className="text-dense text-muted">
            {isOver ? t.dropHere : `${isKnown ? t.notSent : t.none} ${t.bringOne}`}
          </p>
        ) : cues === null ? (
          <Loading load={() => reload()} />
        ) : (
          <CueList key={current.id} recordingId={recordingId} title={title} cues={cues} />
        )}
        <Making
          job={job}
          transcriber={transcriber}
          timeZone={timeZone}
          isBusy={isBusy}
          hasText={current !== null}
          ask={() => perform(() => actions.ask(recordingId))}
          cancel={() => perform(() => actions.cancel(recordingId))}
        />
        {current ? (
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t pt-3 text-muted text-xs">
            <span className="min-w-0">
              <Origin version={current} timeZone={timeZone} />
              {current.language ? ` · ${t.language(current.language)}` : null}
            </span>
            <span className="flex flex-wrap gap-1 print:hidden">
              {cues?.every(({ startMs }) => startMs === null) ? null : (
                <FileLink href={`${path}?format=vtt`} label={t.asVtt} text="VTT" />
              )}
              <FileLink href={`${path}?format=txt`} label={t.asText} text="TXT" />
              <Button
                size="small"
                variant="ghost"
                disabled={isBusy}
                aria-label={t.delete}
                title={t.delete}
                onClick={() => perform(() => actions.remove(recordingId))}
              >
                <Trash2 aria-hidden className="size-3.5" />
              </Button>
            </span>
          </div>
        ) : null}
        {former.length === 0 ? null : (
          <div className="mt-3 text-dense print:hidden">
            <Disclosure summary={t.earlier}>
              <ul aria-label={t.earlier} className="space-y-1">
                {former.map((version) => (
                  <li
                    key={version.id}
                    className="flex flex-wrap items-center justify-between gap-x-3 text-muted"
                  >
                    <span className="wrap-anywhere min-w-0">
                      <span className="text-text">{version.name || t.unnamed}</span>
                      {" · "}
                      <Origin version={version} timeZone={timeZone} />
                    </span>
                    <span className="flex gap-1">
                      <FileLink
                        href={`${path}?format=txt&version=${version.id}`}
                        label={t.asText}
                        text="TXT"
                      />
                      <Button
                        size="small"
                        variant="ghost"
                        disabled={isBusy}
                        aria-label={t.restoreOf(version.name || t.unnamed)}
                        onClick={() => perform(() => actions.restore(recordingId, version.id))}
                      >
                        {t.restore}
                      </Button>
                    </span>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </div>
        )}
      </div>
    </Section>
  );
}

/** Who brought it, and how; or who took it away. */
function Origin({ version, timeZone }: { version: VersionView; timeZone: string }) {
  const t = transcriptTexts();
  const { source, name, created, removed } = version;
  const { by, at } = removed ?? created;
  const isOwn = source === "made" && by === null && !removed;
  const words = removed
    ? t.wasDeleted
    : source === "uploaded"
      ? t.uploadedBy
      : isOwn
        ? t.madeOnArrival
        : t.madeBy;
  return fillText(words, {
    who: by ?? t.somebody,
    model: name,
    when: <ShortInstant at={at} timeZone={timeZone} />,
  });
}

function FileLink({ href, label, text }: { href: string; label: string; text: string }) {
  return (
    <a
      href={href}
      download
      aria-label={label}
      title={label}
      className={buttonStyle("ghost", "small")}
    >
      <Download aria-hidden className="size-3.5" />
      {text}
    </a>
  );
}

/** A long transcript comes by itself, once its page is there. */
function Loading({ load }: { load: () => Promise<boolean> }) {
  const t = transcriptTexts();
  const [hasFailed, setFailed] = useState(false);
  const loadNow = useRef(load);
  useEffect(() => {
    if (!hasFailed) void loadNow.current().then((isHere) => setFailed(!isHere));
  }, [hasFailed]);
  if (!hasFailed) return <div className="h-96 animate-pulse rounded-md bg-skeleton" />;
  return (
    <p role="alert" className="flex items-center gap-3 text-dense text-muted">
      {t.notLoaded}
      <Button size="small" onClick={() => setFailed(false)}>
        {t.tryAgain}
      </Button>
    </p>
  );
}

/** Null: the server could not be reached. */
async function send(path: string, file: File): Promise<TranscriptAnswer | null> {
  const response = await fetch(`${path}?name=${encodeURIComponent(file.name)}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  });
  const isTold = response.ok || [409, 422].includes(response.status);
  return isTold ? ((await response.json()) as TranscriptAnswer) : null;
}
