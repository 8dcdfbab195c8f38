import { setTimeout as sleep } from "node:timers/promises";
import { signIn } from "../server/sign-in";
import type { Site } from "../server/site";

type Seen = {
  /** How often the list came, and how often the page that says what is going on. */
  lists: number;
  starting: number;
  /** Whatever else came, and how often. */
  refused: Record<string, number>;
};

const pauseMs = 250;
/** Whoever waits longer has given up. */
const timeoutMs = 60_000;

/** Asks for a page again and again: for the list, as soon as signing in is possible. */
export function watchPages({ server: { url } }: Site): { stop: () => Promise<Seen> } {
  const seen: Seen = { lists: 0, starting: 0, refused: {} };
  const stopping = new AbortController();
  let cookie = "";

  const look = async () => {
    const headers = { Accept: "text/html", Cookie: cookie };
    const signal = AbortSignal.timeout(timeoutMs);
    const path = cookie ? "/recordings" : "/sign-in";
    const answer = await fetch(url + path, { headers, signal, redirect: "manual" });
    await answer.text();
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.status === 200 && cookie) seen.lists++;
    else if (answer.status === 200) cookie = await signIn(url).catch(() => "");
    else if (answer.status === 503 && isPage && answer.headers.has("retry-after")) seen.starting++;
    else throw new Error(String(answer.status));
  };
  const watch = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: Error) => {
        const { code = error.message } = (error.cause ?? {}) as { code?: string };
        seen.refused[code] = (seen.refused[code] ?? 0) + 1;
      });
      await sleep(pauseMs);
    }
  };
  const done = watch();
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return seen;
    },
  };
}

export function countRefused({ refused }: Seen): number {
  return Object.values(refused).reduce((sum, times) => sum + times, 0);
}
