"use client";

import { useEffect, useState } from "react";
import { ShortInstant } from "@/components/format/dates";
import { numberFormat } from "@/components/format/intl";
import { fillText } from "@/components/format/text";
import { formatElapsed } from "@/components/format/time-spans";
import { fetchJson } from "@/components/live/fetch-json";
import { watchChanges } from "@/components/live/watch-changes";
import { classNames } from "@/components/ui/class-names";
import { Section } from "@/components/ui/page/sections";
import { type HeardByView, type HeardView, heardSchema } from "@/lib/heard/views";
import { showHeard, toHeardPath, watchArrived } from "./record-played";
import { heardTexts } from "./texts.en";

type HeardByProps = { id: string; given: HeardView; timeZone: string };

/** Who listened to a call, when, and to which seconds of it; what anybody plays meanwhile comes by itself. */
export function HeardBy({ id, given, timeZone }: HeardByProps) {
  const t = heardTexts();
  const { people, more, userId, durationSeconds } = useHeard(id, given);
  return (
    <Section title={t.heardBy}>
      {people.length === 0 ? (
        <p className="text-dense text-muted">{t.nobody}</p>
      ) : (
        <ul className="space-y-3">
          {people.map((person) => (
            <Person
              key={person.userId}
              person={person}
              timeZone={timeZone}
              durationSeconds={durationSeconds}
              isViewer={person.userId === userId}
            />
          ))}
        </ul>
      )}
      {more > 0 ? <p className="mt-3 text-dense text-muted">{t.more(more)}</p> : null}
    </Section>
  );
}

function useHeard(id: string, given: HeardView): HeardView {
  const [heard, setHeard] = useState(given);
  const [former, setFormer] = useState(given);
  if (former !== given) {
    setFormer(given);
    setHeard(given);
  }
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const load = async () => {
      const fetched = await fetchJson(toHeardPath(id), heardSchema, { signal });
      if (fetched.isOk && !signal.aborted) setHeard(fetched.answer);
    };
    const stops = [
      watchArrived((arrived) => arrived === id && load()),
      watchChanges({ onHint: ({ ids }) => ids?.includes(id) && load() }),
    ];
    return () => {
      leaving.abort();
      for (const stop of stops) stop();
    };
  }, [id]);
  useEffect(() => showHeard(id, heard), [id, heard]);
  return heard;
}

type PersonProps = {
  person: HeardByView;
  isViewer: boolean;
  durationSeconds: number | null;
  timeZone: string;
};

function Person({ person, isViewer, durationSeconds, timeZone }: PersonProps) {
  const t = heardTexts();
  const { name, seconds, ranges, share, listens, lastAt } = person;
  const stretches = describeStretches(person);
  const last = <ShortInstant at={lastAt} timeZone={timeZone} />;
  return (
    <li className="text-dense">
      <div className="flex items-baseline justify-between gap-x-3">
        <span className="min-w-0 truncate font-medium">
          {name ?? t.formerMember}
          {isViewer ? <span className="font-normal text-muted"> {t.you}</span> : null}
        </span>
        <span className="shrink-0 text-muted tabular-nums">
          {durationSeconds === null || share === null
            ? formatElapsed(seconds)
            : t.heardOf(
                formatElapsed(seconds),
                formatElapsed(durationSeconds),
                percentFormat.format(toPercent(share) / 100),
              )}
        </span>
      </div>
      {durationSeconds === null ? null : (
        <div aria-hidden className="relative mt-1 h-1.5 overflow-hidden rounded-full bg-hover">
          {ranges.map(([from, to]) => (
            <span
              key={from}
              data-played
              className={classNames(
                "absolute inset-y-0 min-w-px",
                isViewer ? "bg-accent-solid" : "bg-line-strong",
              )}
              style={{
                left: `${(100 * from) / durationSeconds}%`,
                width: `${(100 * (to - from)) / durationSeconds}%`,
              }}
            />
          ))}
        </div>
      )}
      <p title={stretches} className="mt-1 truncate text-muted text-xs tabular-nums">
        {stretches}
      </p>
      <p className="text-muted text-xs">
        {listens === 1 ? last : fillText(t.listens(listens), { at: last })}
      </p>
    </li>
  );
}

/** "0:00–0:42, 1:10–2:00": what the strip draws, in words. */
function describeStretches({ ranges, moreRanges }: HeardByView): string {
  const told = ranges.map(([from, to]) => `${formatElapsed(from)}–${formatElapsed(to)}`);
  return [...told, ...(moreRanges > 0 ? [heardTexts().moreStretches(moreRanges)] : [])].join(", ");
}

const percentFormat = numberFormat({ style: "percent" });

/** Never 100 before the end, nor 0 after the beginning. */
function toPercent(share: number): number {
  return share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)));
}
