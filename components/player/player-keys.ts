import type { KeyboardEvent } from "react";
import { skipSeconds } from "./remote-control";

type Commands = { toggle: () => void; skip: (seconds: number) => void };

/** Space plays and pauses; the arrows go back and forth, with Shift further. Letters are the list's. */
export function handlePlayerKey(event: KeyboardEvent<HTMLElement>, commands: Commands) {
  if (event.altKey || event.ctrlKey || event.metaKey || keepsItsKeys(event)) return;
  const command = keys(commands, event.shiftKey ? skipSeconds : 5).get(event.key);
  if (!command) return;
  event.preventDefault();
  command();
}

function keys({ toggle, skip }: Commands, seconds: number): Map<string, () => void> {
  return new Map([
    [" ", toggle],
    ["ArrowLeft", () => skip(-seconds)],
    ["ArrowRight", () => skip(seconds)],
  ]);
}

/** A choice and a volume have their own use for keys, and Space presses a button. */
function keepsItsKeys({ target, key }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("select, [data-keeps-keys]")) return true;
  return key === " " && target.closest("button, input[type=checkbox]") !== null;
}
