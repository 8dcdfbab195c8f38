const began = performance.now();

/** One calm line of progress, with the seconds since the start. */
export function say(line: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
}
