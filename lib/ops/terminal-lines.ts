/** What a terminal would obey, or show in another order than it stands, as `\u001b`. */
export function escapeControls(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is for.
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A JSON line of the log as people read it: the time, what happened, and what is known of it. */
export function toTerminalLines(line: string): string {
  const { time, level, msg, err, ...facts } = JSON.parse(line);
  const clock = new Date(time).toTimeString().slice(0, 8);
  const known = Object.entries(facts).map(([name, value]) =>
    typeof value === "object" ? `${name}=${JSON.stringify(value)}` : `${name}=${value}`,
  );
  const what = [`${prefixes[level] ?? ""}${msg ?? ""}`, ...known].map(onOneLine).join("  ");
  const fault = err ? String(err.stack || err.message).split("\n") : [];
  const below = fault.map((part) => `${" ".repeat(indent)}${escapeControls(part.trimEnd())}\n`);
  return `${clock}  ${what}\n${below.join("")}`;
}

const indent = 10;

const prefixes: Record<string, string> = {
  warn: "Warning: ",
  error: "Error: ",
  fatal: "Fatal: ",
};

function onOneLine(text: string): string {
  return escapeControls(text.replaceAll("\n", "\\n"));
}
