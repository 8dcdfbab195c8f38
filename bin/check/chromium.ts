import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LaunchOptions } from "@playwright/test";
import { inProject } from "@/bin/boot/root-folder";

const run = promisify(execFile);
const systemChromium = "/usr/bin/chromium";
const unpacked = inProject("node_modules/@sparticuz/.chromium");

/** The browser of CHROMIUM_PATH, else of the system, else the one from npm, which needs no system. */
export async function findChromium(): Promise<LaunchOptions> {
  const given = process.env.CHROMIUM_PATH;
  if (given) return { executablePath: given, args };
  if (existsSync(systemChromium)) return { executablePath: systemChromium, args };
  if (!existsSync(unpacked)) await unpack();
  return {
    executablePath: join(unpacked, "chromium"),
    args,
    env: {
      ...onlyStrings(process.env),
      LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"),
      FONTCONFIG_PATH: join(unpacked, "fonts"),
    },
  };
}

const args = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
];

async function unpack(): Promise<void> {
  const beside = `${unpacked}.${process.pid}`;
  await mkdir(beside, { recursive: true });
  await run(process.execPath, [inProject("bin/check/unpack-chromium.mjs"), beside]);
  await rename(beside, unpacked).catch(() => rm(beside, { recursive: true }));
}

function onlyStrings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
