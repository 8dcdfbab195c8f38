import type { BrowserContext } from "@playwright/test";
import { atMost, type Figure, reported } from "@/bench/report/figure";
import { withBrowser } from "../open-browser";
import type { BrowseSetting } from "../scenario";

const quietMs = 3_000;

/** The JavaScript that the list sends by itself, compressed as it goes over the wire. */
export async function measureScripts({ servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const empty = await withBrowser(large, (context) => countBytes(context, "/bench/empty"));
  const list = await withBrowser(large, (context) => countBytes(context, "/recordings"));
  return [
    reported("scripts.empty-page", empty / 1_024, "KB"),
    reported("scripts.list", list / 1_024, "KB"),
    atMost("scripts.list-above-empty-page", (list - empty) / 1_024, "KB", 60),
  ];
}

async function countBytes(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(
      response
        .finished()
        .then(() => response.request().sizes())
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await page.goto(path);
  await page.waitForTimeout(quietMs);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
