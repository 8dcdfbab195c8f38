import { EnvError } from "@/lib/platform/settings/env";
import { StartupError } from "@/lib/platform/settings/startup-error";
import { Closing } from "./closing";
import { say } from "./say";
import { listenForStop } from "./until-stopped";

/**
 * Runs a command that takes one argument, to its end or until it is asked to stop; gives the exit code:
 * 0, 1 for what failed, 2 for wrong arguments.
 * @param taken what the argument is, in words
 */
export async function runCommand(
  name: string,
  taken: string,
  work: (
    argument: string,
    closing: Closing,
    signal: AbortSignal,
  ) => Promise<"failed" | "usage" | undefined>,
  given = process.argv.slice(2),
): Promise<number> {
  const usage = () => {
    process.stderr.write(`Usage: npm run ${name} -- ${taken}\n`);
    return 2;
  };
  const [argument, ...others] = given;
  if (!argument || argument.startsWith("-") || others.length > 0) return usage();
  process.umask(0o077);
  const closing = new Closing();
  const stop = listenForStop(
    () => say("Stopping"),
    () => say("Stopping at once"),
  );
  try {
    const end = await work(argument, closing, stop.signal);
    stop.signal.throwIfAborted();
    if (end === "usage") return usage();
    return end === "failed" ? 1 : 0;
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
