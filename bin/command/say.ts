const began = performance.now();

let hear: (step: string) => void = () => undefined;

/** Who is told each step of a start or an upgrade. */
export function letHear(listener: (step: string) => void): void {
  hear = listener;
}

/** Tells a step to everybody who waits for the dashboard, strangers too: no address, no path. */
export function show(step: string): void {
  hear(step);
}

/** One calm line of progress for the operator alone, with the seconds since the start. */
export function say(line: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(5);
  process.stdout.write(`${seconds} s  ${line}\n`);
}

/** The lines that matter, under one another. */
export function announce(entries: [label: string, text: string][]): void {
  const width = Math.max(...entries.map(([label]) => label.length));
  const lines = entries.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
  process.stdout.write(`\n${lines.join("\n")}\n\n`);
}
