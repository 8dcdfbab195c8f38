import { keyboardTexts } from "./texts.en";

/** The name of a key, as a key. */
export function KeyCap({ children }: { children: React.ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line-strong bg-surface px-1.5 font-sans text-muted text-tiny">
      {children}
    </kbd>
  );
}

/** What people press for commands: Control, or Command on a Mac. */
export function nameControlKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : usualControlKey();
}

/** What they press on most keyboards, which is all that a server knows. */
export function usualControlKey(): string {
  return keyboardTexts().keys.Ctrl;
}

/** Keys as their keyboard has them: "Shift J" is "Umschalt J" on a German one. */
export function nameKeys(keys: string): string {
  const names: Record<string, string> = { ...keyboardTexts().keys, Ctrl: nameControlKey() };
  return keys.replace(/[A-Z][a-z]+/g, (key) => names[key] ?? key);
}
