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
