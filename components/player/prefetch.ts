import { type AudioFault, readAudioFault } from "./audio-fault";
import { toAudioPath } from "./remote-control";

/** Of larger files the beginning is fetched. */
const mostBytes = 48 * 1024 ** 2;
/** The call that plays from here, and the one after it. */
const mostHeld = 2;

const held = new Map<string, string>();
let loading: { id: string; stop: AbortController } | null = null;

/** A call's audio, from here if it was prefetched. */
export function findAudioSource(id: string): string {
  return held.get(id) ?? toAudioPath(id);
}

/** An element that never plays: what it has loaded of a large file the one that plays finds here. */
let begun: { id: string; element: HTMLAudioElement } | null = null;

/**
 * Fetches a whole file, or the beginning of a large one, in place of any that is still on its way.
 * @returns why there is none to be had; null: it is here, or nobody knows
 */
export async function prefetchAudio(id: string): Promise<AudioFault | null> {
  if (held.has(id) || loading?.id === id || begun?.id === id || savesData()) return null;
  dropPrefetch();
  const stop = new AbortController();
  loading = { id, stop };
  try {
    const response = await fetch(toAudioPath(id), { signal: stop.signal, priority: "low" });
    if (!response.ok) return await readAudioFault(response);
    if (Number(response.headers.get("content-length") ?? mostBytes) < mostBytes) {
      hold(id, URL.createObjectURL(await response.blob()));
    } else {
      stop.abort();
      begin(id);
    }
  } catch {
    // It is asked for again when its turn comes.
  } finally {
    if (loading?.stop === stop) loading = null;
  }
  return null;
}

/** The player is closed, or something else comes next. */
export function dropPrefetch(): void {
  loading?.stop.abort();
  loading = null;
  begun?.element.removeAttribute("src");
  begun?.element.load();
  begun = null;
}

function begin(id: string): void {
  const element = new Audio();
  element.muted = true;
  element.preload = "auto";
  element.src = toAudioPath(id);
  begun = { id, element };
}

function hold(id: string, url: string): void {
  held.set(id, url);
  for (const [oldest, oldUrl] of held) {
    if (held.size <= mostHeld) break;
    held.delete(oldest);
    URL.revokeObjectURL(oldUrl);
  }
}

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
