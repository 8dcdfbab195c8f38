"use client";

import { Fragment, memo, useEffect, useRef, useState } from "react";
import { formatElapsed } from "@/components/format/time-spans";
import { getAudio, playCall, readLoaded, watchLoaded } from "@/components/player/remote-control";
import { classNames } from "@/components/ui/class-names";
import { Button } from "@/components/ui/controls/button";
import type { Cue } from "@/lib/transcripts/views";
import { transcriptTexts } from "./texts.en";

type CueListProps = { recordingId: string; title: string; cues: Cue[] };

/**
 * What was said, with who said it and when. It follows the player, and a click on a word plays from there;
 * with the keyboard it is the time before each line.
 */
export function CueList({ recordingId, title, cues }: CueListProps) {
  const t = transcriptTexts();
  const box = useRef<HTMLOListElement>(null);
  const [follows, setFollows] = useState(true);
  const [focusable, setFocusable] = useState(0);
  const place = usePlace(recordingId, cues);
  const hasTimes = cues.some(({ startMs }) => startMs !== null);

  useEffect(() => {
    const list = box.current;
    if (!list || !follows || place === null) return;
    const cue = list.children[place.cue];
    if (cue instanceof HTMLElement) bringIntoView(list, cue);
  }, [follows, place]);

  useEffect(() => {
    const list = box.current;
    if (!list) return;
    // A word is text for whoever reads, and a place for whoever points.
    const play = ({ target }: MouseEvent) => {
      const word = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
      if (!word || !window.getSelection()?.isCollapsed) return;
      setFollows(true);
      playCall({ id: recordingId, title }, Number(word.dataset.at) / 1_000);
    };
    const leave = () => setFollows(false);
    const leaving = new AbortController();
    const { signal } = leaving;
    list.addEventListener("click", play, { signal });
    list.addEventListener("wheel", leave, { passive: true, signal });
    list.addEventListener("touchmove", leave, { passive: true, signal });
    return () => leaving.abort();
  }, [recordingId, title]);

  const moveFocus = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(box.current?.querySelectorAll("button[data-cue]") ?? [])];
    const at = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
    const next = step === undefined || at === -1 ? undefined : buttons[at + step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    setFollows(false);
    setFocusable(Number(next.dataset.cue));
    next.focus();
  };

  return (
    <div className="relative">
      {hasTimes ? null : <p className="mb-2 text-dense text-muted">{t.noTimes}</p>}
      <ol
        ref={box}
        aria-label={t.title}
        onKeyDown={moveFocus}
        className="relative -mx-2 max-h-96 overflow-y-auto overscroll-contain text-[0.9375rem] leading-6 print:max-h-none"
      >
        {cues.map((cue, index) => (
          <CueLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a transcript is replaced whole
            key={index}
            cue={cue}
            index={index}
            isSameSpeaker={index > 0 && cues[index - 1]?.speaker === cue.speaker}
            isNow={place?.cue === index}
            word={place?.cue === index ? place.word : null}
            isFocusable={index === focusable}
            onPlay={(atMs) => {
              setFollows(true);
              setFocusable(index);
              playCall({ id: recordingId, title }, atMs / 1_000);
            }}
          />
        ))}
      </ol>
      {hasTimes && !follows ? (
        <Button
          size="small"
          title={t.follows}
          onClick={() => setFollows(true)}
          className="absolute right-2 bottom-2 shadow-popover"
        >
          {t.follow}
        </Button>
      ) : null}
    </div>
  );
}

type CueLineProps = {
  cue: Cue;
  index: number;
  isSameSpeaker: boolean;
  isNow: boolean;
  /** The word that is said now; null: none is known. */
  word: number | null;
  isFocusable: boolean;
  onPlay: (atMs: number) => void;
};

const CueLine = memo(
  function CueLine({ cue, index, isSameSpeaker, isNow, word, isFocusable, onPlay }: CueLineProps) {
    const { text, startMs, speaker, words } = cue;
    const clock = startMs === null ? null : formatElapsed(startMs / 1_000);
    return (
      <li
        aria-current={isNow ? "true" : undefined}
        className={classNames(
          "grid gap-x-3 rounded-md px-2 py-0.5",
          clock === null ? null : "grid-cols-[3.25rem_minmax(0,1fr)]",
          isNow ? "bg-accent-soft" : null,
        )}
      >
        {clock === null || startMs === null ? null : (
          <button
            type="button"
            data-cue={index}
            tabIndex={isFocusable ? 0 : -1}
            aria-label={transcriptTexts().playFrom(clock)}
            onClick={() => onPlay(startMs)}
            className="h-6 justify-self-end rounded px-1 text-muted text-xs tabular-nums hover:text-text hover:underline"
          >
            {clock}
          </button>
        )}
        <p dir="auto" className="wrap-anywhere min-w-0">
          {speaker === null || isSameSpeaker ? null : (
            <strong className="mr-1.5 font-semibold">{speaker}:</strong>
          )}
          {words.length === 0 ? (
            <span
              data-at={startMs ?? undefined}
              className={startMs === null ? undefined : wordStyle}
            >
              {text}
            </span>
          ) : (
            words.map((one, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a transcript is replaced whole
              <Fragment key={at}>
                <span
                  data-at={one.startMs}
                  data-now={at === word || undefined}
                  className={wordStyle}
                >
                  {one.text.trimEnd()}
                </span>
                {one.text.slice(one.text.trimEnd().length)}
              </Fragment>
            ))
          )}
        </p>
      </li>
    );
  },
  (one, other) =>
    one.cue === other.cue &&
    one.isNow === other.isNow &&
    one.word === other.word &&
    one.isSameSpeaker === other.isSameSpeaker &&
    one.isFocusable === other.isFocusable,
);

const wordStyle =
  "cursor-pointer rounded-sm hover:underline decoration-line-strong underline-offset-4 data-now:bg-accent-solid data-now:text-on-accent";

/** Moves nothing but the list itself: the page stays where its reader left it. */
function bringIntoView(list: HTMLElement, cue: HTMLElement): void {
  const top = cue.offsetTop - list.clientHeight / 3;
  const isSmooth = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  list.scrollTo({ top, behavior: isSmooth ? "smooth" : "instant" });
}

type Place = { cue: number; word: number | null };

/** Where in its transcript a recording is played, or stands; null: it isn't loaded, or before the first word. */
function usePlace(recordingId: string, cues: Cue[]): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const audio = getAudio();
    let frame = 0;
    const look = () => {
      const { call, hasBegun } = readLoaded();
      const isHere = call?.id === recordingId && (hasBegun || audio.currentTime > 0);
      const next = isHere ? findPlace(cues, audio.currentTime * 1_000) : null;
      setPlace((now) => (now?.cue === next?.cue && now?.word === next?.word ? now : next));
      cancelAnimationFrame(frame);
      if (isHere && !audio.paused) frame = requestAnimationFrame(look);
    };
    const events = ["timeupdate", "seeked", "play", "pause", "emptied"];
    for (const event of events) audio.addEventListener(event, look);
    const stop = watchLoaded(look);
    look();
    return () => {
      for (const event of events) audio.removeEventListener(event, look);
      stop();
      cancelAnimationFrame(frame);
    };
  }, [recordingId, cues]);
  return place;
}

/** The cue that began last, until a while after its end: two may overlap. */
export function findPlace(cues: readonly Cue[], atMs: number): Place | null {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= atMs) low = middle + 1;
    else high = middle;
  }
  const cue = cues[low - 1];
  if (!cue || atMs > (cue.endMs ?? 0) + lingerMs) return null;
  const word = cue.words.findLastIndex(({ startMs }) => startMs <= atMs);
  const isSaid = word !== -1 && atMs <= (cue.words[word]?.endMs ?? 0) + wordLingerMs;
  return { cue: low - 1, word: isSaid ? word : null };
}

const lingerMs = 1_000;
const wordLingerMs = 150;
