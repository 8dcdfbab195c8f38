import { fetchJson } from "@/components/live/fetch-json";
import { playFound } from "@/components/player/play-on";
import type { PlayerCall } from "@/components/player/playback-state";
import { readQueued } from "@/components/player/remote-control";
import { recallListHref } from "@/components/recordings/table/scroll-restoration";
import { showToast } from "@/components/ui/page/feedback";
import { nextUnheardSchema } from "@/lib/heard/views";
import { heardTexts } from "./texts.en";

let asking: AbortController | undefined;

/**
 * Plays the next call of the list that this person has not heard: after the one that plays, else from the
 * list's beginning; over dead files, each once, with a word about them. On a page without a list it is
 * the list that one came from.
 */
export async function playNextUnheard(): Promise<void> {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const asked = new URLSearchParams(readListParameters());
  for (const name of ["open", "after", "before", "limit", "show"]) asked.delete(name);
  const met = new Set<string>();
  await playFound(async (afterId) => {
    const next = await findNext(asked, afterId, signal);
    if (signal.aborted || next === "failed") return null;
    if (next && !met.has(next.id)) {
      met.add(next.id);
      return next;
    }
    showToast(heardTexts().noneUnheard);
    return null;
  });
}

async function findNext(
  asked: URLSearchParams,
  afterId: string | undefined,
  signal: AbortSignal,
): Promise<PlayerCall | null | "failed"> {
  if (afterId !== undefined) asked.set("playing", afterId);
  const path = `/api/recordings/next-unheard?${asked}`;
  const fetched = await fetchJson(path, nextUnheardSchema, { signal });
  if (fetched.isOk) return fetched.answer.next;
  if (!signal.aborted) showToast(heardTexts().notFound);
  return "failed";
}

function readListParameters(): string {
  const { pathname, search } = window.location;
  if (pathname === "/recordings") return search;
  return readQueued()?.parameters ?? recallListHref().split("?")[1] ?? "";
}
