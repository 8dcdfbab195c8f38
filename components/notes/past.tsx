"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { formatFull, formatShort } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { type HistoryEntryView, type NoteVersionView, reviewLabels } from "@/lib/notes/views";
import { writeMoment } from "@/lib/notes/written-text";
import { TagDot } from "./tag-chip";
import { notesTexts } from "./texts.en";

/** Day and time of an instant. Server and browser may take another year for the present one. */
export function When({ at, timeZone }: { at: string; timeZone: string }) {
  const { day, time } = formatShort(at, timeZone, new Date());
  return (
    <time
      dateTime={at}
      title={formatFull(at, timeZone)}
      suppressHydrationWarning
      className="whitespace-nowrap tabular-nums"
    >
      {day}, {time}
    </time>
  );
}

/** What is read once it is asked for; null: it could not be had. */
function useRead<Value>(read: () => Promise<Value>): Value | null | undefined {
  const [value, setValue] = useState<Value | null>();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let isOver = false;
    readNow().then(
      (found) => isOver || setValue(() => found),
      () => isOver || setValue(null),
    );
    return () => {
      isOver = true;
    };
  }, []);
  return value;
}

type NoteHistoryProps = { read: () => Promise<NoteVersionView[] | null>; timeZone: string };

/** Everything that a note said, the newest first. */
export function NoteHistory({ read, timeZone }: NoteHistoryProps) {
  const t = notesTexts();
  const versions = useRead(read);
  if (versions === undefined) return <Waiting />;
  if (versions === null) return <Missing />;
  return (
    <ol aria-label={t.noteHistory} className="mt-1 space-y-2 rounded-md bg-canvas p-3">
      {versions.map(({ text, atMs, writtenAt }) => (
        <li key={writtenAt}>
          <p className="text-muted text-xs">
            {fillText(atMs === null ? "{at}" : t.writtenAt, {
              at: <When at={writtenAt} timeZone={timeZone} />,
              moment: atMs === null ? null : writeMoment(atMs),
            })}
          </p>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ol>
  );
}

type CallHistoryProps = { read: () => Promise<HistoryEntryView[]>; timeZone: string };

/** Who tagged and reviewed the call, the newest first. */
export function CallHistory({ read, timeZone }: CallHistoryProps) {
  const t = notesTexts();
  const entries = useRead(read);
  if (entries === undefined) return <Waiting />;
  if (entries === null) return <Missing />;
  if (entries.length === 0) return <p className="text-dense text-muted">{t.nothingYet}</p>;
  return (
    <ol aria-label={t.callHistory} className="space-y-1 text-dense">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once
        <li key={index} className="flex flex-wrap items-baseline gap-x-2">
          <span className="wrap-anywhere min-w-0">
            <EntryWords entry={entry} />
          </span>
          <span className="text-muted text-xs">
            <When at={entry.at} timeZone={timeZone} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function EntryWords({ entry }: { entry: HistoryEntryView }) {
  const t = notesTexts();
  const name = <bdi>{entry.by ?? t.formerMember}</bdi>;
  if (entry.kind === "review") {
    const { state, reason } = entry;
    if (state === null) return fillText(t.reviewCleared, { name });
    const said = reason ? t.reviewMarkedWhy : t.reviewMarked;
    return fillText(said, { name, state: reviewLabels[state], reason });
  }
  const tag = (
    <span className="inline-flex items-baseline gap-1">
      <TagDot colour={entry.tag.colour} />
      <bdi>{entry.tag.name}</bdi>
    </span>
  );
  return fillText(entry.kind === "tagged" ? t.tagAdded : t.tagRemoved, { name, tag });
}

function Waiting() {
  return <p className="mt-1 h-5 text-muted text-xs">{notesTexts().loading}</p>;
}

function Missing() {
  return <p className="mt-1 text-muted text-xs">{notesTexts().notLoaded}</p>;
}
