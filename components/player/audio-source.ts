import { toAudioPath } from "./remote-control";
import { playerTexts } from "./texts.en";

type FaultName = keyof ReturnType<typeof playerTexts>["faults"];

/** Why a recording can't be heard, and where one can do something about it. */
export type AudioFault = {
  name: FaultName;
  title: string;
  text: string;
  settings?: "/settings/calling-service";
};

/**
 * What the browser's own error does not tell: the answer itself says it, and where the browser keeps
 * that, nobody is asked twice; else the server is asked for the first byte.
 */
export async function findAudioFault(source: string): Promise<AudioFault> {
  const told = findCode(readToldCode(source));
  if (told) return newFault(told);
  try {
    const response = await fetch(source, { headers: { Range: "bytes=0-0" }, cache: "no-store" });
    if (!response.ok) return toAudioFault(await readCode(response));
    await response.body?.cancel();
    return newFault("unplayable");
  } catch {
    return newFault("noServer");
  }
}

/** Whether the next call may well be heard: the fault lies in this call's file. */
export function isOfFile({ name }: AudioFault): boolean {
  return !notOfFile.includes(name);
}

/** The code that came with the last answer, if that is a new one. */
function readToldCode(source: string): string | undefined {
  const answers = performance.getEntriesByType("resource");
  const last = answers.findLast(({ name }) => name.endsWith(source));
  if (!(last instanceof PerformanceResourceTiming) || last.startTime === readAt) return undefined;
  readAt = last.startTime;
  return last.serverTiming?.[0]?.name;
}

let readAt: number | undefined;

/** The fault that a problem's code stands for. */
export function toAudioFault(code: string | undefined): AudioFault {
  return newFault(findCode(code) ?? "unforeseen");
}

function findCode(code: string | undefined): FaultName | undefined {
  return codes.find((known) => known === code);
}

async function readCode(response: Response): Promise<string | undefined> {
  if (response.status === 401) return "signed-out";
  try {
    const problem: unknown = await response.json();
    const isCoded = typeof problem === "object" && problem !== null && "code" in problem;
    return isCoded && typeof problem.code === "string" ? problem.code : undefined;
  } catch {
    return undefined;
  }
}

/** In the language of who looks now. */
function newFault(name: FaultName): AudioFault {
  const isOfSettings = name === "calling-service-not-connected" || name === "audio-refused";
  return {
    name,
    ...playerTexts().faults[name],
    ...(isOfSettings && { settings: "/settings/calling-service" }),
  };
}

/** The problems that the server answers with, and that nobody is signed in. */
const codes = [
  "audio-not-found",
  "audio-unreachable",
  "audio-timeout",
  "audio-refused",
  "audio-address-forbidden",
  "audio-wrong-type",
  "audio-too-large",
  "calling-service-not-connected",
  "signed-out",
] satisfies FaultName[];

const notOfFile: readonly FaultName[] = [
  "unforeseen",
  "noServer",
  "signed-out",
  "calling-service-not-connected",
];

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
    if (!response.ok) return toAudioFault(await readCode(response));
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
