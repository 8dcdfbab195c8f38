import type { KeyboardEvent } from "react";
import { skipSeconds } from "./remote-control";

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
    ["j", () => skip(-skipSeconds)],
    ["l", () => skip(skipSeconds)],
    ["arrowleft", () => skip(-5)],
    ["arrowright", () => skip(5)],
  ]);
}

/** A choice and a volume have their own use for keys, and Space presses a button. */
function keepsItsKeys({ target, key }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("select, [data-keeps-keys]")) return true;
  return key === " " && target.closest("button, input[type=checkbox]") !== null;
}
