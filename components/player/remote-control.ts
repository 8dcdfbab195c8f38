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
