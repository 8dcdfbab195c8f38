import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { atLeast, type Figure, reported } from "@/bench/report/figure";
import { median } from "@/bench/report/percentile";
import { say } from "@/bench/report/say";
import { findChromium } from "@/bin/check/chromium";
import { findFreePort } from "@/lib/platform/process/processes";
import { toCookies } from "../open-browser";
import type { SeededServer } from "../open-seeded-server";
import type { BrowseSetting } from "../scenario";

type Category = "accessibility" | "best-practices" | "performance";
type Marks = Record<Category, number>;
const deskGoals: Marks = { accessibility: 100, "best-practices": 100, performance: 100 };
const phoneGoals: Marks = { ...deskGoals, performance: 95 };
const units = { accessibility: "points", "best-practices": "points", performance: "speed points" };
const categories = Object.keys(deskGoals) as Category[];

const version = "12.8.2";

/** What of it is used here. */
type Lighthouse = {
  desktopConfig: object;
  default: (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>;
};
type Report = {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number | null }>;
  audits: Record<string, Audit>;
};
type Audit = {
  id: string;
  score: number | null;
  scoreDisplayMode: string;
  details?: { items?: unknown[] };
};

/** Its 168 packages are for this scenario alone, so nobody else has to install them. */
async function installLighthouse(folder: string): Promise<Lighthouse> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await promisify(execFile)(
    "npm",
    ["install", `lighthouse@${version}`, "--ignore-scripts", "--no-audit", "--no-fund"],
    { cwd: folder },
  );
  const entry = join(folder, "node_modules", "lighthouse", "core", "index.js");
  return import(pathToFileURL(entry).href);
}

/**
 * Lighthouse's own marks for the list, at a desk; in a long run on a slow phone, too, and beside them what
 * the phone's speed is for a page of nothing but the framework.
 */
export async function measureLighthouse(setting: BrowseSetting): Promise<Figure[]> {
  const { large } = await setting.servers();
  const lighthouse = await installLighthouse(setting.scratch.path("lighthouse"));
  const desk = await judge(large, "/recordings", lighthouse, "desktop", setting.isShort ? 1 : 3);
  // One run, beside whatever else a machine does, is no judge of the last five points of speed.
  const goals = setting.isShort ? phoneGoals : deskGoals;
  const figures = toFigures(desk, goals, "");
  if (setting.isShort) return figures;
  const phone = await judge(large, "/recordings", lighthouse, "phone", 3);
  const empty = await judge(large, "/bench/empty", lighthouse, "phone", 3);
  return [
    ...figures,
    ...toFigures(phone, phoneGoals, "-on-a-phone"),
    reported("lighthouse.empty-page-on-a-phone", empty.performance, "speed points"),
  ];
}

function toFigures(marks: Marks, goals: Marks, where: string): Figure[] {
  return categories.map((category) =>
    atLeast(`lighthouse.${category}${where}`, marks[category], units[category], goals[category]),
  );
}

async function judge(
  seeded: SeededServer,
  path: string,
  { default: lighthouse, desktopConfig }: Lighthouse,
  device: "desktop" | "phone",
  runs: number,
): Promise<Marks> {
  const port = await findFreePort();
  const options = await findChromium();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
  });
  try {
    // Its pages are in no context of their own. A header would be lost with the first cookie that a page sets.
    const session = await browser.newBrowserCDPSession();
    await session.send("Storage.setCookies", { cookies: toCookies(seeded) });
    const url = `${seeded.server.url}${path}`;
    const found: Marks[] = [];
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(
        url,
        { port, output: "json", logLevel: "error", onlyCategories: categories },
        device === "desktop" ? desktopConfig : undefined,
      );
      if (!result) throw new Error("Lighthouse gave no result");
      const { categories: judged, audits, finalDisplayedUrl } = result.lhr;
      if (finalDisplayedUrl !== url) throw new Error(`It was led to ${finalDisplayedUrl}`);
      const marks = categories.map((category) => [
        category,
        Math.round((judged[category]?.score ?? 0) * 100),
      ]);
      found.push(Object.fromEntries(marks) as Marks);
      const failed = Object.values(audits).filter(
        ({ score, scoreDisplayMode }) => scoreDisplayMode === "binary" && score === 0,
      );
      say(`  ${device}: ${marks.join(", ")}`);
      for (const { id, details } of failed) {
        say(`    ${id}: ${JSON.stringify(details?.items ?? []).slice(0, 600)}`);
      }
    }
    return Object.fromEntries(
      categories.map((category) => [category, median(found.map((marks) => marks[category]))]),
    ) as Marks;
  } finally {
    await browser.close();
  }
}
