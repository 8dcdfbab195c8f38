import { expect, test } from "@playwright/test";
import pg from "pg";
import { type OwnPostgres, startOwnPostgres } from "../support/postgres/own-postgres";
import { type RestrictedDatabase, restrictDatabase } from "../support/postgres/restricted-database";
import { byLength, longerInCi, scaledTimeoutMs } from "../support/requests/fault-length";
import { type Network, openNetwork } from "../support/requests/network";
import { makeEvent } from "../support/requests/recording-event";
import { readReadiness, type SteadyLoad, startSteadyLoad } from "../support/requests/steady-load";
import { type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ timeout: scaledTimeoutMs(120_000) });

const perSecond = 50;
/** Until a connection is given up, and then until its answer is. */
const longestAnswerMs = 17_000;

let postgres: OwnPostgres;
let database: RestrictedDatabase;
let network: Network;
let earshot: Earshot;
let load: SteadyLoad;

test.beforeAll(async () => {
  postgres = await startOwnPostgres();
  database = await restrictDatabase(postgres);
  network = await openNetwork(database.url);
  [earshot, load] = await Promise.all([
    startEarshot({ env: { JOURNAL: "database", DATABASE_URL: network.url } }),
    startSteadyLoad(),
  ]);
});
test.afterAll(async () => {
  await load?.close();
  await earshot?.dispose();
  await network?.close();
  await postgres?.stop();
});

const troubles = [
  {
    name: "is stopped",
    reason: "the database does not answer",
    begin: () => postgres.halt(),
    end: () => postgres.resume(),
  },
  {
    name: "takes no writes",
    reason: "the database is read-only",
    begin: () => database.takeNoWrites(),
    end: () => database.liftRestrictions(),
  },
  {
    name: "has no connection left",
    reason: "the database has no free connection",
    begin: () => database.haveNoConnectionLeft(),
    end: () => database.liftRestrictions(),
  },
  {
    name: "swallows everything",
    reason: "the database does not answer",
    begin: async () => network.swallow(),
    end: async () => network.mend(),
  },
];

for (const { name, reason, begin, end } of troubles) {
  test(`a database that ${name}: what can't be kept is refused, and taken when it is over`, async () => {
    const processes = await earshot.pids();
    await expectAccepting();
    await begin();
    const { issued, answers, elapsedMs } = await load.send(earshot.webhookUrl, {
      perSecond: 10,
      until: { events: 15 },
    });
    expect(answers).toEqual({ "503 journal-unavailable": issued });
    expect(elapsedMs).toBeLessThan(longestAnswerMs);
    const answer = await load.post(earshot.webhookUrl);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    expect((await readReadiness(earshot.url)).reasons.join()).toContain(reason);

    await end();
    const status = async () => (await load.post(earshot.webhookUrl)).status;
    await expect.poll(status).toBe(202);
    await expectAccepting();
    await load.expectKept(earshot.url, database.url);
    expect(await earshot.pids()).toEqual(processes);
  });
}

test("the server is killed under load: what was acknowledged is there", longerInCi, async () => {
  const saidBefore = earshot.output().length;
  const sending = load.start(earshot.webhookUrl, { perSecond: 200, isRepeating: true, until: {} });
  await expect.poll(sending.acknowledged).toBeGreaterThan(100);
  for (let kills = 0; kills < byLength(1, 30, 6); kills++) {
    // What waited meanwhile may be told late, as if it were accepted after the next kill.
    const running = () => earshot.gatewayPid().catch(() => 0);
    await expect.poll(running).toBeGreaterThan(0);
    process.kill(await running(), "SIGKILL");
    const before = sending.acknowledged();
    await expect.poll(sending.acknowledged).toBeGreaterThan(before + 200);
  }
  await sending.stop();
  await load.expectKept(earshot.url, database.url);
  expect(earshot.output().slice(saidBefore)).not.toContain("can't be read");
});

test("five of the same event at once are five deliveries and one recording", async () => {
  const event = makeEvent();
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const body = JSON.stringify(event);
      return (await fetch(earshot.webhookUrl, { method: "POST", body })).json();
    }),
  );
  const ids = answers.map(({ deliveryId }) => deliveryId);
  expect(new Set(ids).size).toBe(5);
  const outcomes = () => query("SELECT outcome FROM delivery WHERE id = ANY($1)", [ids]);
  await expect.poll(async () => (await outcomes()).length).toBe(5);
  const count = await query("SELECT FROM recording WHERE id = $1", [event.data.id]);
  expect(count).toHaveLength(1);
});

async function expectAccepting(): Promise<void> {
  const { answers } = await load.send(earshot.webhookUrl, { perSecond, until: { events: 50 } });
  expect(answers).toEqual({ 202: 50 });
}

async function query(text: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}
