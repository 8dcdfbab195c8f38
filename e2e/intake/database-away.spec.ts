import { randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { goOn, openList as openRecordings, recordingsTable } from "../support/page/recordings-list";
import { toBrowserCookie } from "../support/page/sessions";
import {
  freezeDatabase,
  holdDatabaseDown,
  type Outage,
} from "../support/postgres/hold-database-down";
import { type RawAnswer, sendRaw } from "../support/requests/raw-request";
import { findRoutes, pathOf, type Route } from "../support/requests/routes";
import { administrator, type Earshot } from "../support/server/earshot";
import { type MarkedRecording, markRecording } from "../support/server/marked-recording";
import { deliver, type SeededServer, startSeededServer } from "../support/server/seeded-server";

/** They say nothing that is in the database. Whatever else there is must own up to its absence. */
const withoutDatabase = ["/api/health", "/api/ready", "/api/webhooks/recordings/[secret]"];
/** Answers nobody who doesn't ask for a stream without an end. */
const eventStream = "/api/recordings/events";

const timeoutMs = 30_000;

test.describe.configure({ mode: "serial" });

let server: SeededServer;
let outage: Outage | undefined;
let pages: Route[];
let routes: Route[];
let processes: Awaited<ReturnType<Earshot["pids"]>>;
let browsing: BrowserContext;
/** Opened before the database went, and left open. */
let openPage: Page;
let openList: Page;
const arrived: MarkedRecording[] = [];

test.beforeAll(async ({ browser }) => {
  server = await startSeededServer(randomBytes(24).toString("hex"), {});
  const found = (await findRoutes()).filter(({ pattern }) => !withoutDatabase.includes(pattern));
  pages = found.filter(({ kind }) => kind === "page");
  routes = found.filter(({ kind }) => kind === "route");
  processes = await server.earshot.pids();
  browsing = await browser.newContext({ baseURL: server.earshot.url });
  await browsing.addCookies([toBrowserCookie(server.cookie, server.earshot.url)]);
  openPage = await browsing.newPage();
  await openPage.goto("/settings/calling-service");
  openList = await browsing.newPage();
  await openRecordings(openList);
});
test.afterAll(async () => {
  await outage?.end();
  await browsing?.close();
  await server?.close();
});

test("pages and routes work while the database is there", async () => {
  for (const route of pages) expect((await ask(route)).status, route.pattern).toBeLessThan(400);
  for (const route of routes) await expectService(route);
  await expectOnTheList([server.recording]);
});

test.describe("with the database gone", () => {
  test.beforeAll(async () => {
    outage = await holdDatabaseDown(server.earshot);
  });

  test("every page says that it can't be reached", async () => {
    expect(pages.length).toBeGreaterThan(5);
    await Promise.all(pages.map(expectOutagePage));
  });

  test("a page that was open says so too when one goes on from it", async () => {
    await openPage.getByRole("link", { name: "Recordings" }).first().click();
    await expectOutageNotice(openPage);
  });

  test("a list that was open stays readable below a notice, whatever is chosen on it", async () => {
    const row = recordingsTable(openList).getByRole("row").filter({ hasText: mark() });
    for (const column of ["Time", "Minutes"]) {
      const head = recordingsTable(openList).getByRole("columnheader", { name: column });
      await goOn(openList, head.getByRole("link"));
      await expectOutageNotice(openList);
      await expect(row).toBeVisible();
    }
    expect(new URL(openList.url()).search).toBe("?sort=-minutes_used");
    await openList.getByRole("button", { name: "Try again" }).click();
    await openList.waitForResponse(/\/api\/ready/);
    await expect(row).toBeVisible();
    await expect(openList.getByRole("navigation", { name: "Main" })).toBeVisible();
    // While React puts one tree in the place of another, there is no title for a moment.
    await expect(openList).toHaveTitle(/./);
    expect(await findBarriers(openList)).toEqual([]);
  });

  test("nobody is told that their password is wrong", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.earshot.url });
    const page = await context.newPage();
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill(administrator.email);
    await page.getByLabel("Password", { exact: true }).fill(administrator.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectOutageNotice(page);
    await context.close();
  });

  test("programs are told to come again, whatever way they ask for a page", async () => {
    for (const route of pages) {
      for (const method of ["GET", "HEAD", "POST"]) expectLater(route, await ask(route, method));
    }
  });

  test("routes answer 503 with a request id, and health goes on", async () => {
    for (const route of routes) expectProblem(route, await ask(route));
    await expectHealthOfAnOutage();
  });

  test("the webhook goes on accepting", async () => {
    await acceptThree();
    const { journal } = JSON.parse((await get("/api/ready")).text);
    expect(journal.depth).toBeGreaterThanOrEqual(3);
  });
});

test("when the database is back, all is well with nobody's help", async () => {
  await outage?.end();
  await expectRecovery();
});

test.describe("with a database that no longer answers", () => {
  test.beforeAll(async () => {
    outage = await freezeDatabase(server.earshot);
  });

  test("pages and routes give up, and the webhook goes on accepting", async () => {
    await acceptThree();
    await expectHealthOfAnOutage();
    const asked = [
      ...[...pages, ...routes].map((route) => ({ route, method: "GET" })),
      ...pages
        .slice(0, 2)
        .flatMap((route) => ["HEAD", "POST"].map((method) => ({ route, method }))),
    ];
    const answers = await Promise.all(
      asked.map(async ({ route, method }) => ({ route, answer: await ask(route, method) })),
    );
    for (const { route, answer } of answers) {
      if (route.kind === "route") expectProblem(route, answer);
      else expectLater(route, answer);
    }
  });
});

test("when it answers again, all is well with nobody's help", async () => {
  await outage?.end();
  await expectRecovery();
});

async function expectOutagePage(route: Route): Promise<void> {
  const path = pathOf(route, server.segments);
  const page = await browsing.newPage();
  const response = await page.goto(path);
  expect.soft(response?.status(), route.pattern).toBe(503);
  await expectOutageNotice(page);
  // Neither sent away as if signed out, nor shown an empty list.
  expect.soft(new URL(page.url()).pathname).toBe(path);
  await expect.soft(page.getByRole("table")).toHaveCount(0);
  await page.close();
}

const mark = () => server.recording.marks["a field of the call"];

async function expectOutageNotice(page: Page): Promise<void> {
  const title = page.getByRole("heading", { name: /database can.t be reached/i });
  await expect(title).toBeVisible({ timeout: timeoutMs });
}

function expectLater({ pattern }: Route, { status, seen }: RawAnswer): void {
  expect.soft(status, pattern).toBe(503);
  expect.soft(String(seen), pattern).toMatch(/^retry-after\n\d+$/im);
}

function expectProblem({ pattern }: Route, { status, type, text }: RawAnswer): void {
  expect.soft(status, pattern).toBe(503);
  expect.soft(type, pattern).toContain("application/problem+json");
  expect.soft(text, pattern).toMatch(/"requestId":"[\w-]{8,}"/);
}

async function expectHealthOfAnOutage(): Promise<void> {
  expect((await get("/api/health")).status).toBe(200);
  const ready = await get("/api/ready");
  expect(ready.status).toBe(503);
  expect(String(ready.seen)).toMatch(/^retry-after\n\d+$/im);
  expect(JSON.parse(ready.text)).toMatchObject({
    ready: false,
    reasons: expect.arrayContaining([expect.stringMatching(/database/)]),
  });
}

async function expectService(route: Route): Promise<void> {
  const expected = route.pattern === eventStream ? 406 : 200;
  expect((await ask(route)).status, route.pattern).toBe(expected);
}

async function acceptThree(): Promise<void> {
  for (let count = 0; count < 3; count++) {
    const call = markRecording(`mark${randomBytes(6).toString("hex")}`, server.service);
    await deliver(server.earshot, call.payload);
    arrived.push(call);
  }
}

async function expectRecovery(): Promise<void> {
  const status = async () => (await get("/api/ready")).status;
  await expect.poll(status, { timeout: timeoutMs }).toBe(200);
  for (const route of pages) expect((await ask(route)).status, route.pattern).toBeLessThan(400);
  for (const route of routes) await expectService(route);
  await expectOnTheList([server.recording, ...arrived]);
  // The page that was left on the notice has mended itself.
  const table = openPage.getByRole("table", { name: "Recordings" });
  await expect(table).toBeVisible({ timeout: timeoutMs });
  // What was chosen on the list meanwhile holds now.
  const minutes = recordingsTable(openList).getByRole("columnheader", { name: "Minutes" });
  await expect(minutes).toHaveAttribute("aria-sort", "descending", { timeout: timeoutMs });
  await expect(openList.getByRole("alert").filter({ hasText: "database" })).toHaveCount(0);
  expect(await server.earshot.pids()).toEqual(processes);
}

async function expectOnTheList(calls: MarkedRecording[]): Promise<void> {
  const missing = async () => {
    const { text } = await get("/recordings");
    return calls.filter(({ id }) => !text.includes(`/recordings/${id}`)).map(({ id }) => id);
  };
  await expect.poll(missing, { timeout: timeoutMs }).toEqual([]);
}

function ask(route: Route, method = "GET"): Promise<RawAnswer> {
  // It answers nobody who doesn't say whose values are counted.
  const needed = route.pattern === "/api/recordings/mark-counts" ? "?field=tag" : "";
  return send(`${pathOf(route, server.segments)}${needed}`, method);
}

function get(path: string): Promise<RawAnswer> {
  return send(path, "GET");
}

function send(path: string, method: string): Promise<RawAnswer> {
  return sendRaw(server.earshot.url, { path, method, headers: { Cookie: server.cookie } });
}
