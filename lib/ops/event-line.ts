/** An event as a log keeps it: one line of JSON. For programs that have no log of their own, too. */
export function toEventLine(level: "info" | "error" | "fatal", msg: string): string {
  return escapeControls(`${JSON.stringify({ level, time: new Date().toISOString(), msg })}\n`);
}

/** What a terminal would obey, or show in another order than it stands, as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is for.
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
