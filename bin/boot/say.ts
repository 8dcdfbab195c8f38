const began = performance.now();

let hear: (line: string) => void = () => undefined;

/** Who else is told each line, besides the terminal. */
export function letHear(listener: (line: string) => void): void {
  hear = listener;
}

/** What only those are told who wait for the dashboard. */
export function show(line: string): void {
  hear(line);
}

/** One calm line of progress, with the seconds since the start. */
export function say(line: string): void {
  hear(line);
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${line}\n`);
}

/** The lines that matter, under one another. */
export function announce(entries: [label: string, text: string][]): void {
  const width = Math.max(...entries.map(([label]) => label.length));
  const lines = entries.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
