import { randomBytes } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeAtomically } from "@/lib/platform/files/data-directory";
import { findFreePort, whyNotListen } from "@/lib/platform/process/processes";
import { boot, type Plan } from "./boot/boot";
import { say } from "./command/command";
import { inProject, runSandbox } from "./command/project";

const usualSandboxPort = 4010;
const firstCalls = 200;
const callsPerSecond = 0.5;
const firstCallsTimeoutMs = 60_000;
const email = "demo@example.com";

const plans: Record<string, () => Plan | Promise<Plan>> = {
  dev: () => ({ mode: "development" }),
  demo: planDemo,
};

const [name = ""] = process.argv.slice(2);
const plan =
  plans[name] ?? (() => ({ mode: "production", waits: process.argv.includes("--wait") }));
process.exit(await boot(await plan()));

/** Made-up calls by a sandbox beside it, and an account for whoever sits here. */
async function planDemo(): Promise<Plan> {
  const dataDirectory = process.env.DATA_DIR || inProject(".data/demo");
  const password = await rememberPassword(dataDirectory);
  const apiKey = randomBytes(18).toString("base64url");
  const taken = await whyNotListen(usualSandboxPort, "127.0.0.1");
  const sandboxPort = taken ? await findFreePort() : usualSandboxPort;

  return {
    mode: "production",
    readEnvFile: false,
    defaults: {
      DATA_DIR: dataDirectory,
      CALLING_SERVICE_URL: `http://127.0.0.1:${sandboxPort}`,
      CALLING_SERVICE_API_KEY: apiKey,
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    },
    demo: {
      describeSignIn: (url, { signInUrl }) => {
        const later = `${url}/sign-in as ${email}, password ${password}`;
        return signInUrl ? `${signInUrl}\n  (once, within 15 minutes; later ${later})` : later;
      },
      beside: async ({ webhookUrl }, { closing, stop }) => {
        const sandbox = await runSandbox([
          "--port",
          String(sandboxPort),
          "--api-key",
          apiKey,
          "--webhook",
          webhookUrl,
          "--backlog",
          String(firstCalls),
          "--rate",
          String(callsPerSecond),
        ]);
        closing.add(sandbox.stop);
        await untilStored(sandbox.url, new URL(webhookUrl).origin, stop);
      },
    },
  };
}

/** Whoever follows the link at once finds a list, and not its first rows; none waits for ever, either. */
async function untilStored(sandbox: string, dashboard: string, stop: AbortSignal): Promise<void> {
  say(`Placing ${firstCalls} made-up calls`);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(firstCallsTimeoutMs)]);
  const ask = async (url: string) => (await fetch(url, { signal })).json();
  const areStored = async () => {
    const { placed, outstanding } = await ask(`${sandbox}/api/sandbox/tally`);
    if (placed < firstCalls || outstanding > 0) return false;
    return (await ask(`${dashboard}/api/ready`)).journal?.depth === 0;
  };
  while (!signal.aborted && !(await areStored().catch(() => false))) await sleep(200);
}

/** The account outlives this run, so its password must, too. */
async function rememberPassword(folder: string): Promise<string> {
  const file = join(folder, "demo-password");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await readFile(file, "utf8").catch(() => "");
  if (known) return known.trim();
  const made = randomBytes(9).toString("base64url");
  await writeAtomically(file, `${made}\n`);
  return made;
}
