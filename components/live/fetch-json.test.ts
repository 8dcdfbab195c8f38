import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "@/lib/platform/shape";
import { fetchJson } from "./fetch-json";

const schema = v.object({
  rows: v.array(v.object({ id: v.string })),
  after: v.nullable(v.string),
});

const answers: Record<string, [status: number, body: string]> = {
  "/fits": [200, '{"rows":[{"id":"a"}],"after":null}'],
  "/more": [200, '{"rows":[{"id":"a","colour":"red"}],"after":null,"since":"7"}'],
  "/renamed": [200, '{"rows":[{"key":"a"}],"after":null}'],
  "/other": [200, '{"items":[]}'],
  "/null": [200, "null"],
  "/page": [200, "<!doctype html>"],
  "/cut": [200, '{"rows":['],
  "/away": [503, '{"status":503}'],
};
const server = createServer(({ url = "" }, response) => {
  const [status, body] = answers[url] ?? [404, ""];
  response.writeHead(status).end(body);
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test("gives an answer that fits, whatever else a newer server tells in it", async () => {
  const row = { id: "a" };
  expect(await fetchJson(`${origin}/fits`, schema)).toEqual({
    isOk: true,
    answer: { rows: [row], after: null },
  });
  expect(await fetchJson(`${origin}/more`, schema)).toMatchObject({
    isOk: true,
    answer: { rows: [row], after: null },
  });
});

test.each([
  ["/renamed", 200],
  ["/other", 200],
  ["/null", 200],
  ["/page", 0],
  ["/cut", 0],
  ["/away", 503],
  ["/nowhere", 404],
])("takes %s for a fault", async (path, status) => {
  expect(await fetchJson(origin + path, schema)).toEqual({ isOk: false, status });
});

test("takes no answer for a fault, too", async () => {
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise((resolve) => gone.close(resolve));
  expect(await fetchJson(`http://127.0.0.1:${port}/`, schema)).toEqual({ isOk: false, status: 0 });
});
