import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  answerRequest,
  limitConnections,
  limitPassing,
  readMaxConnections,
  toReadablePath,
} from "./gateway";
import { startStep } from "./starting-page";

const maxConnections = 40;
let server: Server;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer(async (request, response) => {
    if (request.url?.startsWith("/api/")) return answerRequest(request, response);
    if (request.url === "/slow") await sleep(1_000);
    response.end("fine");
  });
  limitConnections(server, maxConnections);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close().closeAllConnections();
});

async function open(text: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  sockets.push(socket);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

async function ask(path = "/"): Promise<string> {
  const socket = await open(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  let answer = "";
  for await (const piece of socket.setEncoding("utf8")) answer += piece;
  return answer;
}

test.each([
  ["never say anything", ""],
  ["begin and never finish", "GET / HTTP/1.1\r\nHost:"],
  ["stay idle behind an answer", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"],
])("however many %s, the next one is answered", async (_what, text) => {
  for (let n = 0; n < 4 * maxConnections; n++) {
    await open(text, "127.0.0.2");
    if (n % 10 === 0) expect(await ask()).toContain("fine");
  }
  expect(await ask()).toContain("fine");
});

test("what is being answered is never ended for others, nor who has few connections", async () => {
  const polite = await open("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "127.0.0.3");
  await once(polite, "data");
  const slow = ask("/slow");
  for (let n = 0; n < 3 * maxConnections; n++) await open("", "127.0.0.2");
  expect(await slow).toContain("fine");
  expect(polite.destroyed).toBe(false);
  polite.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(String((await once(polite, "data"))[0])).toContain("fine");
});

test.each(["websocket", "h2c"])(
  "what is unreadable behind an offer of %s ends with its answer",
  async (protocol) => {
    const head = "GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, keep-alive\r\n";
    const beganMs = performance.now();
    const socket = await open(`${head}Upgrade: ${protocol}\r\n\r\nno request\r\n\r\n`);
    let answer = "";
    for await (const piece of socket.setEncoding("utf8")) answer += piece;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*alive/s);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  },
);

test("pages take their share of the connections, and leave the rest to events", async () => {
  limitPassing(10);
  // Web seems to have died a moment ago, so each waits for the next one.
  startStep.publish(null);
  const pages = Array.from({ length: 10 }, () => ask("/api/ready"));
  const first = await Promise.race(pages);
  expect(first).toMatch(/^HTTP\/1\.1 503 .*Retry-After: \d+\r\n.*pages-busy/s);
  expect(await ask("/api/health")).toContain("alive");
  const answers = await Promise.all(pages);
  expect(answers.filter((answer) => answer.includes("pages-busy"))).toHaveLength(4);
  limitPassing(maxConnections);
});

test("the most connections follow from the system's limit, and some are left for the rest", async () => {
  expect(await readMaxConnections()).toBeGreaterThanOrEqual(16);
  expect(await readMaxConnections()).toBeLessThanOrEqual(20_000);
});

test.each([
  ["/", "/"],
  ["/recordings?q=a%20b&status=x?y", "/recordings?q=a%20b&status=x?y"],
  ["/%e2%82%ac", "/%e2%82%ac"],
  ["/100%", "/100%25"],
  ["/%ff?q=%ff", "/%25ff?q=%ff"],
  ["http://calls.example.com/api/health?x=1", "/api/health?x=1"],
  ["HTTPS://calls.example.com", "/"],
  ["http://calls.example.com?q=1", "/?q=1"],
  ["*", "/*"],
  ["", "/"],
])("%j means %j", (url, expected) => {
  expect(toReadablePath(url)).toBe(expected);
});
