import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { inProject } from "@/bin/command/project";
import { holdDatabaseDown } from "../support/postgres/hold-database-down";
import { findRoutes } from "../support/requests/routes";
import type { Words } from "../support/requests/traces";
import { administrator } from "../support/server/earshot";
import { childrenOf } from "../support/server/processes";
import { type SeededServer, startSeededServer } from "../support/server/seeded-server";
import { Evidence } from "../support/sweep/evidence";
import { type Canaries, useEverything, useWithoutDatabase } from "../support/sweep/use-everything";

const canaries: Canaries = {
  apiKey: `Key${invented()}`,
  token: `Token${invented()}`,
  webhookSecret: `Webhook${invented()}`,
  authSecret: `Auth${invented()}`,
  password: `Password${invented()}`,
  search: `Search${invented()}`,
};
const others: Words = {
  "the API key": canaries.apiKey,
  "the token": canaries.token,
  "the sessions' secret": canaries.authSecret,
  "the password": canaries.password,
};
const ofTheWebhook: Words = { "the webhook's secret": canaries.webhookSecret };
const anySecret: Words = { ...others, ...ofTheWebhook };

const answers = new Evidence();
const commands = new Evidence();
const database = new Evidence();
const files = new Evidence();
let server: SeededServer;
let crawled: { pages: number; files: number };
/** Of the start, its server and its log. */
let output: string;
/** Everyone who can sign in: their ids and addresses. */
let people: string[];

test.beforeAll(async () => {
  server = await startSeededServer(canaries.token, {
    CALLING_SERVICE_API_KEY: canaries.apiKey,
    WEBHOOK_SECRET: canaries.webhookSecret,
    AUTH_SECRET: canaries.authSecret,
    ADMIN_PASSWORD: canaries.password,
    MAX_BODY_BYTES: "20000",
    LOG_LEVEL: "trace",
  });
  const { earshot } = server;
  const scene = { server, canaries, evidence: answers, routes: await findRoutes() };
  crawled = await useEverything(scene);
  await addRows();
  const { rows } = await server.database.query<{ id: string; email: string }>(
    `SELECT id, email FROM "user"`,
  );
  people = rows.flatMap(({ id, email }) => [id, email]);
  for (const { command } of await childrenOf(earshot.pid)) commands.add(command, command);
  const outage = await holdDatabaseDown(earshot);
  await useWithoutDatabase(scene);
  await outage.end();
  await earshot.stop();
  output = earshot.output();
  await files.addFiles(earshot.dataDir);
});
test.afterAll(() => server?.close());

test("no answer holds a secret, but the one to an administrator who asks for the URL", () => {
  expect(answers.search(others)).toEqual([]);
  const shown = answers.search(ofTheWebhook);
  expect(shown.filter((trace) => !/^POST \/settings\/webhooks /.test(trace))).toEqual([]);
  // The answer is where it belongs, and is what shows that the search finds something.
  expect(shown).toContain("POST /settings/webhooks shows the webhook's secret as it is");
});

test("the whole product was looked at", () => {
  expect(crawled.pages).toBeGreaterThan(15);
  expect(crawled.files).toBeGreaterThan(10);
  expect(answers.search({ "the call": server.recording.id }).length).toBeGreaterThan(5);
  const exchanges = server.service.received.filter((body) => body.includes(canaries.apiKey));
  expect(exchanges.length).toBeGreaterThan(7);
  expect(server.service.received).toContain(`Bearer ${canaries.token}`);
});

test("no line of the log holds a secret, and only the start tells the webhook's", () => {
  const lines = output.split("\n");
  const announced = `Webhook URL  ${server.earshot.webhookUrl}`;
  expect(lines.filter((line) => line === announced)).toHaveLength(1);
  const log = new Evidence();
  for (const line of lines) if (line !== announced) log.add(line, line);
  expect(log.search(anySecret)).toEqual([]);
  expect(output).toContain("obtained a token from the calling service");
  expect(output).toContain("the calling service issued no token");
  expect(output).toContain("the database does not answer");
});

test("no log tells what was searched for, who anybody is, nor anything of a call", async () => {
  const logs = new Evidence();
  logs.add("the log", output);
  logs.add("postgres.log", await readFile(join(server.earshot.dataDir, "postgres.log")));
  const { "a field of the call": field = "", "the customer's id": customer = "" } =
    server.recording.marks;
  const { search } = canaries;
  expect(people).toContain(administrator.email);
  const named = Object.fromEntries(people.map((person, n) => [`person ${n}`, person]));
  expect(logs.search({ search, field, customer, ...named })).toEqual([]);
  for (const done of ["recordings are exported", "a webhook URL was revealed"]) {
    expect(output).toContain(done);
  }
});

test("no file of the build holds a secret", async () => {
  const build = new Evidence();
  // Caches of the builder and of `npm run dev`; what is served is made from them, not read.
  await build.addFiles(inProject(".next"), /^(cache|dev)\//);
  expect(build.size).toBeGreaterThan(100);
  expect(build.search(anySecret)).toEqual([]);
});

test("nothing that is kept holds a secret that was given, only what is made from it", async () => {
  expect(files.search(anySecret)).toEqual([]);
  expect(database.search(anySecret)).toEqual([]);
  expect(files.search({ "the call": server.recording.id })).not.toEqual([]);
  expect(database.search({ "the call": server.recording.id })).not.toEqual([]);
  const { mode } = await stat(join(server.earshot.dataDir, "secrets.json"));
  expect((mode & 0o777).toString(8)).toBe("600");
});

test("no command line holds a secret", () => {
  expect(commands.size).toBeGreaterThan(0);
  expect(commands.search(anySecret)).toEqual([]);
});

test("a secret is found in whatever form it is planted", () => {
  const { token } = canaries;
  for (const [form, text] of [
    ["as it is", `…${token}…`],
    ["in base64", Buffer.from(`a${token}`).toString("base64")],
    ["in base64", Buffer.from(`ab${token}z`).toString("base64url")],
    ["in hex", Buffer.from(token).toString("hex")],
    ["URL-encoded", token.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)],
  ] as const) {
    const planted = new Evidence();
    planted.add("here", text);
    expect(planted.search({ "the token": token })).toContain(`here shows the token ${form}`);
  }
});

/** Every row of every table, as text. */
async function addRows(): Promise<void> {
  const { rows: tables } = await server.database.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  for (const { name } of tables) {
    const { rows } = await server.database.query(`SELECT * FROM ${name}`);
    database.add(name, JSON.stringify(rows, showBytes));
  }
}

function showBytes(_key: string, value: unknown): unknown {
  const isBytes = typeof value === "object" && value !== null && "type" in value;
  return isBytes && "data" in value && Array.isArray(value.data)
    ? Buffer.from(value.data).toString("latin1")
    : value;
}

function invented(): string {
  return randomBytes(20).toString("hex");
}
