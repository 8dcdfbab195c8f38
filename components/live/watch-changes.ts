"use client";

import { type ChangeHint, openChangeStream } from "./open-change-stream";

export type ChangeListener = {
  /** Something may have changed; also said where nobody can know, every few seconds. */
  onHint: (hint: ChangeHint) => void;
  onSignedOut?: () => void;
};

const pollMs = 3_000;
/** A page that follows another one soon goes on with the same stream. */
const lingerMs = 1_000;

const listeners = new Set<ChangeListener>();
let stop: (() => void) | undefined;
let leaving: ReturnType<typeof setTimeout> | undefined;
let isOpen = false;

/** Tells of changes while this tab is looked at. However many listen, there is one stream. */
export function watchChanges(listener: ChangeListener): () => void {
  clearTimeout(leaving);
  listeners.add(listener);
  stop ??= start();
  // What came before anybody listened was told to nobody.
  if (isOpen) listener.onHint({ ids: null });
  return () => {
    listeners.delete(listener);
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    }, lingerMs);
  };
}

function start(): () => void {
  const stopping = new AbortController();
  let close: (() => void) | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;

  const tellAll = (hint: ChangeHint) => {
    for (const { onHint } of listeners) onHint(hint);
  };
  const poll = (isWanted: boolean) => {
    clearInterval(polling);
    if (isWanted) polling = setInterval(() => tellAll({ ids: null }), pollMs);
  };
  const rest = () => {
    close?.();
    close = undefined;
    isOpen = false;
    poll(false);
  };
  const attend = () => {
    rest();
    if (document.hidden) return;
    poll(true);
    close = openChangeStream({
      onHint: tellAll,
      onOpen: (isOpenNow) => {
        isOpen = isOpenNow;
        poll(!isOpen);
        if (isOpen) tellAll({ ids: null });
      },
      onSignedOut: () => {
        rest();
        for (const { onSignedOut } of listeners) onSignedOut?.();
      },
    });
  };

  document.addEventListener("visibilitychange", attend, { signal: stopping.signal });
  attend();
  return () => {
    stopping.abort();
    rest();
  };
}
