const key = "earshot-single-keys";
const listeners = new Set<() => void>();
let chosen: boolean | undefined;

/** Whether shortcuts of one character work in this browser; they do until somebody says no. */
export function singleKeysAreOn(): boolean {
  chosen ??= recall();
  return chosen;
}

export function turnSingleKeys(isOn: boolean): void {
  chosen = isOn;
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // Storage can be forbidden; the choice then holds for this page only.
  }
  for (const listener of listeners) listener();
}

export function subscribeToSingleKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function recall(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}
