import { fetchJson } from "@/components/live/fetch-json";
import { playCall, readLoaded, readQueued } from "@/components/player/remote-control";
import { recallListHref } from "@/components/recordings/state/remembered-list";
import { showToast } from "@/components/ui/overlay/toast";
import type { NextUnheardView } from "@/lib/heard/views";
import { heardTexts } from "./texts.en";

let asking: AbortController | undefined;

/**
 * Plays the next call of the list that this person has not heard: after the one that plays, else from the
 * list's beginning. On a page without a list it is the list that one came from.
 */
export async function playNextUnheard(): Promise<void> {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const asked = new URLSearchParams(readListParameters());
  for (const name of ["open", "after", "before", "limit", "show"]) asked.delete(name);
  const playing = readLoaded().call?.id;
  if (playing !== undefined) asked.set("playing", playing);
  const path = `/api/recordings/next-unheard?${asked}`;
  const fetched = await fetchJson<NextUnheardView>(path, { signal });
  if (signal.aborted) return;
  if (!fetched.isOk) return showToast(heardTexts().notFound);
  const { next } = fetched.answer;
  if (next) playCall(next);
  else showToast(heardTexts().noneUnheard);
}

function readListParameters(): string {
  const { pathname, search } = window.location;
  if (pathname === "/recordings") return search;
  return readQueued()?.parameters ?? recallListHref().split("?")[1] ?? "";
}
