import { Agent, createServer, get, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, db, pagePool, transact } from "./db";
import { answerOutage, answerOutages } from "./outage-answer";
import { createTestDatabase } from "./test-database";

let server: Server;
let listener: RequestListener;

beforeAll(async () => {
  process.env.DATABASE_URL = (await createTestDatabase()).url;
  server = createServer((request, response) =>
    answerOutage(response, () => listener(request, response)),
  ).listen(0);
});
afterAll(async () => {
  server.close();
  await closeDatabase();
});

const ask = (method = "GET") => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/`, { method });
};

/** As a library does that tells nobody why it failed. */
const answerBy =
  (work: () => Promise<unknown>, type = "text/html"): RequestListener =>
  async (_request, response) => {
    response.setHeader("Content-Type", type);
    response.statusCode = await work().then(
      () => 200,
      () => 500,
    );
    response.end("said");
  };
const look = () => db().$queryRaw`SELECT 1`;
const change = () => transact((transaction) => transaction.$executeRaw`SELECT 1`);

async function whileConnectionsAreTaken(work: () => Promise<void>): Promise<void> {
  const taken = await Promise.all(Array.from({ length: 10 }, () => pagePool().connect()));
  try {
    await work();
  } finally {
    for (const client of taken) client.release();
  }
}

test("what fails because no connection becomes free in time is 503, to come again", async () => {
  await whileConnectionsAreTaken(async () => {
    listener = answerBy(look);
    const methods = ["GET", "HEAD", "POST"];
    for (const answer of await Promise.all(methods.map(ask))) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("Retry-After")).toBe("5");
    }
    listener = answerBy(change);
    expect((await ask()).status).toBe(503);
  });
  expect((await ask()).status).toBe(200);
});

test("what its answer says by itself, or fails by another fault, stays what it is", async () => {
  listener = answerBy(() => db().$queryRaw`SELECT 1/0`);
  const fault = await ask();
  expect([fault.status, fault.headers.get("Retry-After")]).toEqual([500, null]);
  await whileConnectionsAreTaken(async () => {
    listener = answerBy(look, "application/problem+json");
    expect((await ask()).status).toBe(500);
    listener = answerBy(async () => look().catch(() => undefined));
    expect((await ask()).status).toBe(200);
  });
});

test("so it is on a server that others have opened, on each of its connections' requests", async () => {
  const others = createServer((request, response) => listener(request, response)).listen(0);
  const { port } = others.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const askOthers = () =>
    new Promise<[number, string]>((resolve, reject) => {
      get({ port, agent }, (answer) => {
        answer.resume().once("end", () => {
          resolve([answer.statusCode ?? 0, answer.headers["retry-after"] ?? ""]);
        });
      }).once("error", reject);
    });
  try {
    await whileConnectionsAreTaken(async () => {
      listener = answerBy(look);
      expect(await askOthers()).toEqual([500, ""]);
      answerOutages();
      expect(await askOthers()).toEqual([503, "5"]);
    });
    // The next one on the same connection has met nothing.
    listener = answerBy(() => Promise.reject(new Error("another fault")));
    expect(await askOthers()).toEqual([500, ""]);
  } finally {
    agent.destroy();
    others.close();
  }
});
