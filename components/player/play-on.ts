import { fetchJson } from "@/components/live/fetch-json";
import { audioSchema } from "@/components/vocabulary/value-schema";
import * as v from "@/lib/platform/shape";
import { type AudioFault, findAudioFault, isOfFile, prefetchAudio } from "./audio-source";
import {
  changePlayback,
  type ListedCall,
  type PlayerCall,
  type PlayerList,
  readPlayback,
} from "./playback-state";
import {
  getAudio,
  playCall,
  playFollowing,
  readLoaded,
  readQueued,
  toAudioPath,
} from "./remote-control";
import { playerTexts } from "./texts.en";
import { loadPeaks } from "./waveform-content";

let list: PlayerList | null = null;
let queue: Queue = toQueue(null, { id: "", title: "" });
/** Files that could not be played, and why. */
const dead = new Map<string, AudioFault>();
const isDead = (id: string) => dead.has(id);
/** The call that was come to unasked, how it goes on from there, and what was passed over on the way. */
let followed: { id: string; goOn: () => Promise<boolean> } | null = null;
let skipped: { title: string; why: string }[] = [];

/** What follows a call that was loaded, and what was passed over on the way to it. */
export function placeInQueue(call: PlayerCall | null, isOther: boolean): void {
  const isNewList = readQueued() !== list;
  list = readQueued();
  if (call && (isNewList || queue.calls[queue.index]?.id !== call.id)) {
    queue = toQueue(isNewList ? list : queue, call);
  }
  if (isOther && call?.id !== followed?.id) {
    followed = null;
    skipped = [];
  }
  changePlayback({ ...findEnds(), ...(isOther && { notice: wordSkipped() }) });
}

/** The calls around the one that plays. */
export function packPlace(): PlayerList {
  return packQueue(queue);
}

function findEnds() {
  return {
    hasPrevious: findStep(queue, -1, isDead) !== null,
    hasNext: findStep(queue, 1, isDead) !== null || queue.after !== null,
  };
}

const mostSkipped = 10;

/**
 * Says why it can't be played; what nobody chose is passed over with a word. Chromium has paused it by
 * the time that it tells, and says so only afterwards.
 */
export async function fail(
  wasPlaying = !getAudio().paused || readLoaded().isPlaying,
): Promise<void> {
  const audio = getAudio();
  const { call } = readLoaded();
  if (!call || !audio.hasAttribute("src")) return;
  audio.pause();
  changePlayback({ isPlaying: false, isWaiting: false });
  const fault = await findAudioFault(toAudioPath(call.id));
  if (readLoaded().call?.id !== call.id || !audio.error) return;
  dead.set(call.id, fault);
  const way = wasPlaying && followed?.id === call.id && isOfFile(fault) ? followed : null;
  if (way && skipped.length < mostSkipped) {
    skipped.push({ title: call.title, why: fault.title });
    if ((await way.goOn()) || readLoaded().call?.id !== call.id) return;
  }
  changePlayback({ fault, ...findEnds() });
}

/**
 * Plays what `find` brings after the call that is loaded, and where its file is dead what it brings after
 * that; it ends by null.
 */
export function playFound(
  find: (afterId: string | undefined) => Promise<PlayerCall | null>,
): Promise<boolean> {
  skipped = [];
  const goOn = async () => {
    const here = readLoaded().call;
    let call = await find(here?.id);
    for (let fault = readDead(call); call && fault; fault = readDead(call)) {
      skipped.push({ title: call.title, why: fault.title });
      call = await find(call.id);
    }
    // Whoever chose another call meanwhile, or closed the player, wants that.
    const isWanted = readLoaded().call === here;
    if (call && isWanted) {
      followed = { id: call.id, goOn };
      playCall(call);
    } else if (isWanted) changePlayback({ notice: wordSkipped() });
    return call !== null && isWanted;
  };
  return goOn();
}

/** Why a call's own file is known to be dead; null: it isn't. */
function readDead(call: PlayerCall | null): AudioFault | null {
  const fault = call && dead.get(call.id);
  return fault && isOfFile(fault) ? fault : null;
}

/** Goes on along the list, over what can't be heard; false: there is nothing to go on to. */
export function goTo(by: 1 | -1): Promise<boolean> {
  skipped = [];
  return step(by);
}

/** At the end of a call. One that was played alone is followed by none. */
export function goOnAfter(): void {
  if (queue.calls.length > 1 || queue.after !== null) goTo(1);
}

/** Of calls without audio, which are passed over. */
const mostPages = 20;

async function step(by: 1 | -1): Promise<boolean> {
  const from = queue.index;
  const here = readLoaded().call;
  let at = findStep(queue, by, isDead);
  for (
    let pages = 0;
    at === null && by === 1 && queue.after !== null && pages < mostPages;
    pages++
  ) {
    // Whoever closed the player meanwhile wants no sound.
    if (!(await extend()) || readLoaded().call !== here) return false;
    at = findStep(queue, by, isDead);
  }
  for (const passed of by === 1 ? queue.calls.slice(from + 1, at ?? queue.calls.length) : []) {
    const why = dead.get(passed.id)?.title ?? passed.audio?.words;
    if (why !== undefined) skipped.push({ title: passed.title, why });
  }
  const call = at === null ? undefined : queue.calls[at];
  if (at === null || !call) {
    const t = playerTexts();
    const end = by === 1 && queue.after !== null ? t.noneAhead : t.endOfList;
    changePlayback({ notice: wordSkipped() ?? end, ...findEnds() });
    return false;
  }
  queue = { ...queue, index: at };
  followed = { id: call.id, goOn: () => step(1) };
  playFollowing(call);
  return true;
}

/** Brings the list's next page; false: it can't be had, or something else is played meanwhile. */
async function extend(): Promise<boolean> {
  const before = queue;
  const extended = await extendQueue(before);
  if (queue !== before) return false;
  if (extended) queue = extended;
  else changePlayback({ notice: playerTexts().restNotLoaded });
  changePlayback(findEnds());
  return extended !== null;
}

function wordSkipped(): string | null {
  const [only] = skipped;
  if (!only) return null;
  const t = playerTexts();
  if (skipped.length > 1) return t.skippedCalls(skipped.length);
  return t.skipped(only.title || t.aCall, only.why);
}

const prefetchAfterMs = 500;

/** Of a call that can be heard: while it plays, the next one is fetched. */
export function goOnFrom(call: PlayerCall): void {
  dead.delete(call.id);
  setTimeout(prefetchNext, prefetchAfterMs, call);
}

/** So that the next call is here when this one ends; one that can't be heard is known before. */
async function prefetchNext(playing: PlayerCall, tries = 3): Promise<void> {
  const isOver = () => readPlayback().call !== playing;
  if (isOver() || tries === 0) return;
  const at = findStep(queue, 1, isDead);
  if (at === null && queue.after !== null) {
    if (await extend()) await prefetchNext(playing, tries - 1);
    return;
  }
  const next = at === null ? undefined : queue.calls[at];
  if (!next) return;
  loadPeaks(next.id);
  const fault = await prefetchAudio(next.id);
  if (!fault || isOver() || !isOfFile(fault)) return;
  dead.set(next.id, fault);
  changePlayback(findEnds());
  await prefetchNext(playing, tries - 1);
}

/** Where one is in the list that a call was played from. */
type Queue = PlayerList & { index: number };

/** A call that its list doesn't hold is played alone. */
export function toQueue(list: PlayerList | null, call: PlayerCall): Queue {
  const index = list?.calls.findIndex(({ id }) => id === call.id) ?? -1;
  if (list && index >= 0) return { ...list, index };
  return {
    calls: [{ ...call, canPlay: true, audio: null }],
    after: null,
    parameters: "",
    index: 0,
  };
}

/** The next call in a direction that can be heard; null: there is none among those that are here. */
export function findStep(
  { calls, index }: Queue,
  by: 1 | -1,
  isDead: (id: string) => boolean,
): number | null {
  for (let at = index + by; at >= 0 && at < calls.length; at += by) {
    const call = calls[at];
    if (call?.canPlay && !isDead(call.id)) return at;
  }
  return null;
}

const rowSchema = v.object({
  id: v.string,
  customerName: v.string,
  canPlay: v.boolean,
  audio: v.nullable(audioSchema),
});
const pageSchema = v.object({ rows: v.array(rowSchema), after: v.nullable(v.string) });

/** The queue with the next page of its list at its end; null: it could not be had. */
async function extendQueue(queue: Queue): Promise<Queue | null> {
  if (queue.after === null) return queue;
  const asked = new URLSearchParams(queue.parameters);
  asked.set("after", queue.after);
  const fetched = await fetchJson(`/api/recordings/page?${asked}`, pageSchema);
  if (!fetched.isOk) return null;
  const { rows, after } = fetched.answer;
  const known = new Set(queue.calls.map(({ id }) => id));
  const fresh = rows
    .filter(({ id }) => !known.has(id))
    .map(({ customerName: title, ...call }): ListedCall => ({ ...call, title }));
  return { ...queue, calls: [...queue.calls, ...fresh], after };
}

const mostKept = 200;

/** What of it is kept over a reload: the calls around the one that plays. */
export function packQueue({ calls, index, after, parameters }: Queue): PlayerList {
  const from = Math.max(0, index - mostKept / 4);
  const kept = calls.slice(from, from + mostKept);
  // Its cursor goes on from its last call alone.
  return { calls: kept, after: from + mostKept < calls.length ? null : after, parameters };
}
