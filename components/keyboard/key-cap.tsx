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
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
