"use client";

type ChangeListener = {
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

  const notifyAll = (hint: ChangeHint) => {
    for (const { onHint } of listeners) onHint(hint);
  };
  const poll = (isWanted: boolean) => {
    clearInterval(polling);
    if (isWanted) polling = setInterval(() => notifyAll({ ids: null }), pollMs);
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
      onHint: notifyAll,
      onOpen: (isOpenNow) => {
        isOpen = isOpenNow;
        poll(!isOpen);
        if (isOpen) notifyAll({ ids: null });
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

/** What open pages are told: which calls changed, or null for "perhaps any". */
type ChangeHint = { ids: string[] | null };

type StreamEvents = {
  onHint: (hint: ChangeHint) => void;
  /** Whether hints come by themselves now. */
  onOpen: (isOpen: boolean) => void;
  onSignedOut: () => void;
};

/** The server says something every 20 s; a stream that is silent for longer is held up somewhere. */
const silenceMs = 50_000;
const retryMs = 10_000;

/** Keeps an event stream open until it is closed, through every interruption. */
function openChangeStream({ onHint, onOpen, onSignedOut }: StreamEvents): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    source?.close();
    const fresh = new EventSource("/api/recordings/events");
    source = fresh;
    const hold = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        onOpen(false);
        connect();
      }, silenceMs);
    };
    hold();
    fresh.addEventListener("open", () => onOpen(true));
    fresh.addEventListener("beat", hold);
    fresh.addEventListener("change", ({ data }) => {
      hold();
      const { ids, spreadMs } = readChange(data);
      if (spreadMs > 0) setTimeout(() => onHint({ ids }), Math.random() * spreadMs);
      else onHint({ ids });
    });
    fresh.addEventListener("signed-out", () => {
      close();
      onSignedOut();
    });
    fresh.addEventListener("error", () => {
      onOpen(false);
      // The browser comes back by itself after a break, but not after a refusal.
      if (fresh.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(connect, retryMs);
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
  };

  connect();
  return close;
}

function readChange(data: string): { ids: string[] | null; spreadMs: number } {
  const change: { ids?: unknown; spreadMs?: unknown } = JSON.parse(data);
  const ids = Array.isArray(change.ids) ? change.ids.map(String) : null;
  return { ids, spreadMs: typeof change.spreadMs === "number" ? change.spreadMs : 0 };
}

type Poller = { want: () => void; stop: () => void };

type Answer = "answered" | "failed";

const gapMs = 200;
const longestPauseMs = 60_000;

/**
 * Asks soon after it is wanted, however often that is: at once at first, then five times a second at
 * most, less often where the answers take long, and less and less often while they fail.
 */
export function createPoller(ask: (signal: AbortSignal) => Promise<Answer>): Poller {
  const stopping = new AbortController();
  let isWanted = false;
  let isPausing = false;
  let failures = 0;

  const run = async () => {
    isWanted = false;
    isPausing = true;
    const startedAt = performance.now();
    const answer = await ask(stopping.signal);
    const tookMs = performance.now() - startedAt;
    failures = answer === "failed" ? failures + 1 : 0;
    isWanted ||= failures > 0;
    const pauseMs = failures > 0 ? 3_000 * 2 ** (failures - 1) : Math.max(gapMs, 5 * tookMs);
    setTimeout(
      () => {
        isPausing = false;
        if (isWanted && !stopping.signal.aborted) run();
      },
      Math.min(pauseMs, longestPauseMs),
    );
  };

  return {
    want: () => {
      isWanted = true;
      if (!isPausing && !stopping.signal.aborted) run();
    },
    stop: () => stopping.abort(),
  };
}
