import { onTestFinished } from "vitest";
import { parseArguments } from "../command-line/parse-arguments";
import { type Sandbox, startSandbox } from "../start-sandbox";

/** A sandbox on a free port, started with the given arguments and closed when the test is over. */
export async function startTestSandbox(...args: string[]): Promise<Sandbox> {
  const command = parseArguments(["--port", "0", "--seed", "42", ...args]);
  if (command.kind !== "run") throw new Error(`Not to be run: ${JSON.stringify(command)}`);
  const sandbox = await startSandbox(command.settings);
  onTestFinished(() => sandbox.close());
  return sandbox;
}
