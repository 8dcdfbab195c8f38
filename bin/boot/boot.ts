import { openDataDirectory } from "@/lib/platform/data-directory";
import { type Env, EnvError } from "@/lib/platform/env";
import { loadGeneratedSecrets } from "@/lib/platform/generated-secrets";
import { StartupError } from "@/lib/platform/startup-error";
import { Closing } from "./closing";
import { fillInEnvironment } from "./fill-in-environment";
import { describeFirstSignIn } from "./first-sign-in";
import { prepareDatabase } from "./prepare-database";
import { prepareProgram } from "./prepare-program";
import { readSettings } from "./read-settings";
import { requireFreePort } from "./require-free-port";
import { announce, say } from "./say";
import { superviseServer } from "./supervise-server";
import { together } from "./together";
import { listenForStop, type StopRequest } from "./until-stopped";
import { describeWebhookUrl } from "./webhook-url";

export type Mode = "production" | "development";

export type House = { settings: Env; webhookUrl: string; closing: Closing; stop: AbortSignal };

export type Plan = {
  mode: Mode;
  /** False for what must never touch the operator's own settings. */
  readEnvFile?: boolean;
  /** Settings that hold unless the environment says otherwise. */
  defaults?: Record<string, string>;
  /** What the last line says instead of how the first administrator signs in. */
  describeSignIn?: (publicUrl: string) => string;
  /** Started beside the server, once it listens. */
  beside?: (house: House) => Promise<void>;
};

/** Starts everything, runs until asked to stop, closes everything; gives the exit code. */
export async function boot(plan: Plan): Promise<number> {
  const closing = new Closing();
  const stop = listenForStop(
    () => say("Stopping"),
    () => say("Stopping at once"),
  );
  try {
    await run(plan, closing, stop);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 0;
    process.stderr.write(`\n${explain(error)}\n`);
    return 1;
  } finally {
    await closing.close();
  }
}

async function run(plan: Plan, closing: Closing, stop: StopRequest): Promise<void> {
  const settings = readSettings(plan);
  const directory = await openDataDirectory(settings.DATA_DIR);
  closing.add(directory.release);
  await requireFreePort(settings.PORT, settings.HOST);
  const secrets = await loadGeneratedSecrets(directory.path);

  const [databaseUrl] = await together(
    stop.signal,
    (signal) => prepareDatabase({ settings, secrets, directory: directory.path, closing, signal }),
    (signal) => prepareProgram(plan.mode, signal),
  );
  stop.signal.throwIfAborted();

  const webhookUrl = fillInEnvironment({ ...plan, settings, secrets, directory, databaseUrl });
  const server = await superviseServer(settings);
  closing.add(server.stop);
  const [signIn] = await together(
    stop.signal,
    () => describeFirstSignIn(settings.PUBLIC_URL),
    () => Promise.race([server.listening, stop.arrived]),
  );
  const webhook = await describeWebhookUrl(settings.PUBLIC_URL, webhookUrl);
  stop.signal.throwIfAborted();
  await plan.beside?.({ settings, webhookUrl, closing, stop: stop.signal });

  announce([
    ["Dashboard", settings.PUBLIC_URL],
    ["Webhook URL", webhook],
    ["Sign-in", plan.describeSignIn?.(settings.PUBLIC_URL) ?? signIn],
  ]);
  await Promise.race([server.ended, stop.arrived]);
}

/** Faults that a person can mend are told in words; for all others the stack is the best we have. */
function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
