import type { PlayerCall, PlayerList } from "./remote-control";

type Place = { call: PlayerCall; seconds: number; list: PlayerList | null };

const key = "earshot-playing";

export function hasPlace(): boolean {
  return read() !== null;
}

/** What this tab played when its page was left; null: nothing, or nobody can tell. */
export function recallPlace(): Place | null {
  try {
    const place: Place = JSON.parse(read() ?? "");
    return typeof place.call.id === "string" && Number.isFinite(place.seconds) ? place : null;
  } catch {
    return null;
  }
}

export function storePlace(place: Place): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Without storage it begins anew.
  }
}

export function forgetPlace(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
