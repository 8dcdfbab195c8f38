import { dirname, extname, join } from "node:path";
import { type Supervised, superviseProgram } from "./supervise-program";

/** Memory for JavaScript, in megabytes; files are read in pieces, whatever their size. */
const heapMegabytes = 256;
/** Comes after everything that somebody waits for. */
const niceness = 10;
/** So long it stays when there is nothing to do. */
const lingerMs = 30_000;

/**
 * Runs what fetches and measures sound, in a process of its own beside this one, for as long as there is
 * something to do. A file that ends it three times is measured no more.
 */
export function superviseSounds() {
  let running: Supervised | undefined;
  let leaving: Promise<void> | undefined;
  let neededMs = 0;
  let isOver = false;
  const end = async () => {
    leaving ??= running?.stop().then(() => {
      running = undefined;
      leaving = undefined;
    });
    await leaving;
  };
  return {
    runWhile: (isDue: boolean) => {
      const nowMs = performance.now();
      if (isDue) neededMs = nowMs;
      if (isOver) return;
      if (isDue && !leaving) running ??= superviseProgram(program, new AbortController().signal);
      else if (running && nowMs - neededMs > lingerMs) void end();
    },
    stop: () => {
      isOver = true;
      return end();
    },
  };
}

const program = {
  name: "sound process",
  parameters: () => [
    `--max-old-space-size=${heapMegabytes}`,
    ...process.execArgv.filter((one) => !one.startsWith("--max-old-space-size")),
    besideThis("sounds"),
  ],
  env: { MALLOC_ARENA_MAX: "2" },
  niceness,
  isPatient: true,
};

/** Another program under `bin/`, made of the same sources as this one. */
function besideThis(name: string): string {
  const [, own = ""] = process.argv;
  return join(dirname(own), `${name}${extname(own)}`);
}
