type KeyboardDialog = "help" | "palette";

const listeners = new Set<() => void>();
let open: KeyboardDialog | null = null;

/** Which of the keyboard's dialogs is open; one at a time, whoever asks for it. */
export function readDialog(): KeyboardDialog | null {
  return open;
}

export function openDialog(dialog: KeyboardDialog | null): void {
  open = dialog;
  for (const listener of listeners) listener();
}

export function subscribeToDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
