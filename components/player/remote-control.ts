import type { KeyboardEvent } from "react";

type RemotePlayer = { source: string; toggle: () => void };

let present: RemotePlayer | undefined;
let wanted: string | undefined;

/** A player that stands on the page; it begins at once when its call was asked for. */
export function offerPlayer(player: RemotePlayer): () => void {
  present = player;
  if (wanted === player.source) player.toggle();
  wanted = undefined;
  return () => {
    if (present === player) present = undefined;
  };
}

/** Plays or pauses this call where it is open; otherwise its player will begin when it comes. */
export function toggleOrAwait(source: string): "toggled" | "awaited" {
  if (present?.source === source) {
    present.toggle();
    return "toggled";
  }
  wanted = source;
  return "awaited";
}

export function hasPlayer(): boolean {
  return present !== undefined;
}

export function toggleAnyPlayer(): boolean {
  present?.toggle();
  return present !== undefined;
}

/** How long the recording is that this page plays; one at a time. */
let length: { source: string; seconds: number | null } | undefined;
const lengthWatchers = new Set<() => void>();

/** Tells the page how long a recording is; null: not known. */
export function noteLength(source: string, seconds: number | null): void {
  length = { source, seconds };
  for (const notify of lengthWatchers) notify();
}

export function readLength(source: string): number | null {
  return length?.source === source ? length.seconds : null;
}

export function watchLength(notify: () => void): () => void {
  lengthWatchers.add(notify);
  return () => lengthWatchers.delete(notify);
}

type Commands = { toggle: () => void; skip: (seconds: number) => void };

/** Space or K plays and pauses; J and L, or the arrows, go back and forth. */
export function handlePlayerKey(event: KeyboardEvent<HTMLElement>, commands: Commands) {
  if (event.altKey || event.ctrlKey || event.metaKey || keepsItsKeys(event)) return;
  const command = keys(commands).get(event.key.toLowerCase());
  if (!command) return;
  event.preventDefault();
  command();
}

function keys({ toggle, skip }: Commands): Map<string, () => void> {
  return new Map([
    [" ", toggle],
    ["k", toggle],
    ["j", () => skip(-10)],
    ["l", () => skip(10)],
    ["arrowleft", () => skip(-5)],
    ["arrowright", () => skip(5)],
  ]);
}

/** A choice and a volume have their own use for keys, and Space presses a button. */
function keepsItsKeys({ target, key }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("select, [data-keeps-keys]")) return true;
  return key === " " && target.closest("button") !== null;
}
