import type { RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { serveForTest, stopTestServers } from "@/lib/calling-service/test-server";
import { answerRoster } from "./open-attachment";
import { codeOf, getRequest, sourceForTest } from "./source/test-source";

afterEach(stopTestServers);

async function ask(upstream: RequestListener) {
  const { origin } = await serveForTest(upstream);
  const source = sourceForTest({ serviceOrigin: origin });
  return answerRoster("../call 1", origin, getRequest({ Range: "bytes=0-1" }), source);
}

const send =
  (type: string | undefined, body: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, type ? { "Content-Type": type } : {}).end(body);

test.each([
  ["text/csv; charset=ISO-8859-1", "text/csv; charset=iso-8859-1"],
  ['text/csv; charset="x"; evil=<script>', 'text/csv; charset="x"'],
  ["text/plain", "text/csv"],
  ["application/vnd.ms-excel", "text/csv"],
  [undefined, "text/csv"],
])("a list sent as %s is saved as %s, byte for byte", async (sent, served) => {
  const response = await ask(send(sent, "id,name\n1,=1+1\n"));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(served);
  expect(response.headers.get("content-disposition")).toBe(
    'attachment; filename="call_1-roster.csv"',
  );
  expect(await response.text()).toBe("id,name\n1,=1+1\n");
});

test.each<[string, RequestListener]>([
  ["roster-wrong-type", send("text/html", "<h1>")],
  ["roster-not-found", (_request, response) => response.writeHead(404).end()],
  ["roster-unreachable", (_request, response) => response.writeHead(500).end()],
  [
    "roster-too-large",
    (_request, response) => response.writeHead(200, { "Content-Length": 50 * 1024 ** 2 + 1 }).end(),
  ],
])("%s", async (code, upstream) => {
  expect(await codeOf(await ask(upstream))).toBe(code);
});

test("a list that turns out too large is broken off", async () => {
  const response = await ask((_request, upstream) => {
    upstream.writeHead(200, { "Content-Type": "text/csv" });
    const more = () => {
      while (upstream.write("x".repeat(65_536)));
      upstream.once("drain", more);
    };
    more();
  });
  await expect(response.arrayBuffer()).rejects.toThrow("larger than allowed");
});
