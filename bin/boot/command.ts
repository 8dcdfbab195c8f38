import { EnvError } from "@/lib/platform/env";
import { StartupError } from "@/lib/platform/startup-error";
import { Closing } from "./closing";
import { say } from "./say";
import { listenForStop } from "./until-stopped";

/**
 * Runs a command that takes one file, to its end or until it is asked to stop; gives the exit code:
 * 0, 1 for what failed, 2 for wrong arguments.
 */
export async function runFileCommand(
  name: string,
  work: (file: string, closing: Closing, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const [file, ...others] = process.argv.slice(2);
  if (!file || file.startsWith("-") || others.length > 0) {
    process.stderr.write(`Usage: npm run ${name} -- FILE\n`);
    return 2;
  }
  process.umask(0o077);
  const closing = new Closing();
  const stop = listenForStop(
    () => say("Stopping"),
    () => say("Stopping at once"),
  );
  try {
    await work(file, closing, stop.signal);
    stop.signal.throwIfAborted();
    return 0;
  } catch (error) {
    process.stderr.write(`\n${stop.signal.aborted ? "Stopped." : explain(error)}\n`);
    return 1;
  } finally {
    await closing.close();
  }
}

/** Faults that a person can mend are told in words; for all others the stack is the best we have. */
export function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
