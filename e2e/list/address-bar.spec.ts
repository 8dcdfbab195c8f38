import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { recordingsTable } from "../support/page/recordings-list";
import { byLength, longer, scaledTimeoutMs } from "../support/requests/fault-length";
import { test } from "../support/test";

// The address stands in the message; recording each step would take longer than the test.
/** Set it to repeat a failure. */
const seed = Number(process.env.ADDRESS_SEED ?? randomInt(2 ** 31));

const oddQueries = [
  "status=…",
  "status=no-such-status",
  "status=!~&status=\\&status=",
  "campaign=~",
  "campaign=!~&campaign=~",
  "page=abc",
  "after=garbage",
  "before=garbage&after=garbage",
  "minutes=-1..x",
  "minutes=..&minutes=9..1",
  "minutes=99999999999..",
  "from=2026-02-30&to=yesterday",
  "from=9999-12-31&to=1000-01-01",
  "sort=password&limit=-1",
  "limit=1e9",
  "q=%00%ED%A0%80%27%22;--",
  "q=%25_%5C%5C%5B(.*",
  "transcript=maybe&confirmed=1&phone_ok=",
  "constructor=1&__proto__=2&status[]=3",
];

test("whatever stands in the address, a list is shown", async ({ page }) => {
  const faults = watchFaults(page);
  for (const query of oddQueries) {
    await page.goto(`/recordings?${query}`);
    await expectList(page, query);
    expect(faults, query).toEqual([]);
  }
});

test("what can't be read is said, and what can be is kept", async ({ page }) => {
  await page.goto("/recordings?minutes=-1..x&status=voicemail&sort=password");
  await expectList(page);
  await expect(page.getByText("Ignored: minutes=-1..x, sort=password")).toBeVisible();
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("voicemail");
});

for (let part = 0; part < 4; part += 1) {
  test(`a hundred random addresses show a list: quarter ${part + 1}`, longer, async ({ page }) => {
    test.setTimeout(scaledTimeoutMs(90_000));
    const random = randomOf(seed + part);
    const faults = watchFaults(page);
    await page.route(/\.(?:woff2|css|svg)/, (route) => route.abort());
    for (let round = 0; round < 25; round += 1) {
      const path = `/recordings?${randomQuery(random)}`;
      const told = `${path} with ADDRESS_SEED=${seed}`;
      // The server makes a page of each; in a short run the browser draws every fourth.
      if (round % byLength(4, 1) === 0) {
        await page.goto(path);
        await expectList(page, told);
      } else {
        const response = await page.request.get(path);
        expect(response.status(), told).toBe(200);
        expect(await response.text(), told).toMatch(/<table|No calls match|No more calls/);
      }
      expect(faults, told).toEqual([]);
    }
  });
}

test("ids and paths of any kind lead to a page that says what is the matter", async ({ page }) => {
  const faults = watchFaults(page);
  for (const path of [
    "/recordings/%00",
    "/recordings/%",
    "/recordings/%E0%A4%A",
    "/recordings/%ED%A0%80",
    "/recordings/..%2f..%2fsettings",
    "/recordings/%27%20OR%201=1--",
    "/recordings/null",
    `/recordings/${"x".repeat(3_000)}`,
    "/recordings/a/b/c",
    "/customers/%00",
    "/customers/%",
    "/customers/%E0%A4%A",
    "/customers/..%2f..%2fsettings",
    `/customers/${"x".repeat(3_000)}`,
    "/set-up/%00",
    "/set-up/%",
    "/settings/%F0%9F%8E%A7",
    "/%",
    "/api/recordings/%00/audio",
    "/api/recordings/%/audio",
    "/api/recordings/never/roster",
    "/api/deliveries/%00",
    "/api/deliveries/../raw",
    "/api/recordings/news?since=x&status=%00",
  ]) {
    // An answer that is no page is saved instead of shown.
    const status = await page.request.get(path).then((response) => response.status());
    expect.soft(status, path).toBeLessThan(500);
    if (path.startsWith("/api")) continue;
    await page.goto(path);
    await expect.soft(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect.soft(page.getByRole("button", { name: "Try again" }), path).toBeHidden();
  }
  expect(faults).toEqual([]);
});

/** Answers of 500 and above, and errors that reached the browser. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on("pageerror", (error) => faults.push(`${error.message} at ${page.url()}`));
  return faults;
}

/** The table or what stands in its place, with a total: the page was made to its end. */
async function expectList(page: Page, told?: string): Promise<void> {
  const noList = page.getByRole("heading", { name: /^(?:No calls match|No more calls)$/ });
  await expect(recordingsTable(page).or(noList), told).toBeVisible();
  await expect(page.getByRole("main").getByText(/^[\d,]+ calls?$/), told).toBeVisible();
}

/** A small generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const names = [
  "status",
  "campaign",
  "gender",
  "type",
  "customer",
  "q",
  "from",
  "to",
  "minutes",
  "sort",
  "transcript",
  "confirmed",
  "phone_ok",
  "after",
  "before",
  "limit",
  "since",
  "page",
  "x[y]",
];

const pieces = [
  "completed",
  "~",
  "!",
  "\\",
  "true",
  "-created_at",
  "minutes_used",
  "..",
  "5",
  "-1",
  "200",
  "2026-11-20",
  "9999-99-99",
  "%00",
  "%ED%A0%80",
  "%",
  "%E2%80%AE",
  "%F0%9F%8E%A7",
  "'",
  '"',
  "é",
  "ß",
  "İ",
  "+1 202 555",
  "(",
  "*",
  "_",
  "[",
  "{}",
  "null",
  "undefined",
  "NaN",
  "1e400",
  "WzEsMl0",
  "eyJhIjoxfQ",
  "==",
  "&",
  "=",
  "+",
  " ",
  "",
  "x".repeat(300),
];

function randomQuery(random: () => number): string {
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? "";
  const several = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) });
  return several(5)
    .map(
      () =>
        `${pick(names)}=${several(3)
          .map(() => pick(pieces))
          .join("")}`,
    )
    .join("&");
}
