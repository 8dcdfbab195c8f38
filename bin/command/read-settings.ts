import { existsSync } from "node:fs";
import { type Env, parseEnv } from "@/lib/platform/settings/env";
import { StartupError } from "@/lib/platform/settings/startup-error";
import { inProject } from "./root-folder";

const oldestNode = [20, 19] as const;

type Sources = { readEnvFile?: boolean; defaults?: Record<string, string> };

/** The settings: the environment wins over `.env`, and both over `defaults`. */
export function readSettings({ readEnvFile = true, defaults = {} }: Sources): Env {
  requireNode();
  const envFile = inProject(".env");
  if (readEnvFile && existsSync(envFile)) process.loadEnvFile(envFile);
  for (const [name, value] of Object.entries(defaults)) process.env[name] ||= value;
  return parseEnv(process.env);
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor, leastMinor] = oldestNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new StartupError(
    `Earshot needs Node ${oldestNode.join(".")} or newer; this is ${process.versions.node}.`,
    "Install a newer one from https://nodejs.org, then run `npm ci && npm start` again.",
  );
}
