import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { inProject, type RunningSandbox, runSandbox } from "@/bin/command/project";
import { findFreePort } from "@/lib/platform/process/processes";
import { type Earshot, openSignedIn, startEarshot } from "./earshot";
import { makeFirstDatabase } from "./first-database";
import { publishShared } from "./shared-earshot";

const seededCalls = 300;
const timeoutMs = 180_000;

/** Starts the shared Earshot and a sandbox, and lets the sandbox deliver the same calls every time. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const forgetDatabase = await makeFirstDatabase();
  const sandboxPort = await findFreePort();
  const apiKey = randomBytes(12).toString("hex");
  const earshot = await startEarshot({
    env: {
      CALLING_SERVICE_URL: `http://127.0.0.1:${sandboxPort}`,
      CALLING_SERVICE_API_KEY: apiKey,
    },
  });
  const sandbox = await runSandbox([
    "--port",
    String(sandboxPort),
    "--api-key",
    apiKey,
    "--webhook",
    earshot.webhookUrl,
    "--calls",
    String(seededCalls),
    "--rate",
    "max",
    "--seed",
    "7",
  ]);
  await waitUntil(() => hasDeliveredAll(sandbox, earshot));
  const { url, webhookUrl, dataDir } = earshot;
  const storageState = await signIn(url);
  publishShared({ url, webhookUrl, dataDir, sandboxUrl: sandbox.url, storageState });
  return async () => {
    await sandbox.stop();
    await earshot.dispose();
    await forgetDatabase();
  };
}

async function signIn(baseURL: string): Promise<string> {
  const path = inProject("test-results/e2e-administrator.json");
  await mkdir(inProject("test-results"), { recursive: true });
  const context = await openSignedIn(baseURL);
  await context.storageState({ path });
  await context.dispose();
  return path;
}

async function hasDeliveredAll(sandbox: RunningSandbox, earshot: Earshot): Promise<boolean> {
  const { placed, outstanding } = await fetchJson(`${sandbox.url}/api/sandbox/tally`);
  if (Number(placed) < seededCalls || outstanding !== 0) return false;
  const { ready, journal } = await fetchJson<Readiness>(`${earshot.url}/api/ready`);
  return ready && journal?.depth === 0;
}

type Readiness = { ready: boolean; journal: { depth: number } | null };

async function fetchJson<T = Record<string, unknown>>(url: string): Promise<T> {
  return (await fetch(url)).json();
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("The seeded calls did not arrive in time");
    await sleep(100);
  }
}
