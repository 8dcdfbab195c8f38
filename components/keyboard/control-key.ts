/** What people press for commands: Control, or Command on a Mac. */
export function nameControlKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
}
