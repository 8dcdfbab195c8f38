import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Forwarder } from "./forward";

let folder: string;
let place: string;
const servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-forward-"));
  place = join(folder, "web");
  return () => rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server behind the local socket. */
async function answerBehind(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(place);
  await once(server, "listening");
  return server;
}

/** One in front that passes everything on; gives its port, and what became of each request. */
async function listenBefore() {
  const forwarder = new Forwarder(place);
  const outcomes: string[] = [];
  const server = createServer(async (incoming, response) => {
    const outcome = await forwarder.forward(incoming, response);
    outcomes.push(outcome);
    if (outcome === "answered" || response.headersSent) return;
    response.statusCode = 502;
    response.end(outcome);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, outcomes };
}

async function ask(port: number, options: object = {}, body?: string): Promise<IncomingMessage> {
  const sent = request({ host: "127.0.0.1", port, agent: false, ...options });
  sent.end(body);
  const [answer] = await once(sent, "response");
  return answer;
}

test("a request arrives as it was sent, without what belongs to its connection", async () => {
  const seen: unknown[] = [];
  await answerBehind(async (incoming, response) => {
    seen.push(incoming.method, incoming.url, incoming.headers, await text(incoming));
    response.writeHead(201, "Made", ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "ETag", '"x"']);
    response.end("done");
  });
  const { port } = await listenBefore();
  const headers = {
    Host: "example.com",
    "Content-Length": "4",
    "X-Own": "1",
    Upgrade: "h2c",
    Connection: "Upgrade, close",
    TE: "trailers",
    "Keep-Alive": "timeout=5",
  };
  const answer = await ask(port, { method: "PUT", path: "/a%20b?c=%2F", headers }, "body");
  expect(seen).toEqual([
    "PUT",
    "/a%20b?c=%2F",
    { host: "example.com", "content-length": "4", "x-own": "1", connection: "keep-alive" },
    "body",
  ]);
  expect([answer.statusCode, answer.statusMessage]).toEqual([201, "Made"]);
  expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(answer.headers.etag).toBe('"x"');
  expect(answer.rawHeaders.filter((name) => name === "Date")).toHaveLength(1);
  expect(await text(answer)).toBe("done");
});

test.each([
  ["GET", 204],
  ["GET", 304],
  ["HEAD", 200],
])("an answer without a body ends: %s %i", async (method, status) => {
  await answerBehind((_incoming, response) => response.writeHead(status, { "X-A": "1" }).end());
  const { port } = await listenBefore();
  const answer = await ask(port, { method });
  expect([answer.statusCode, answer.headers["x-a"], await text(answer)]).toEqual([status, "1", ""]);
});

test("a body of unknown length streams there, and its answer back, piece by piece", async () => {
  await answerBehind((incoming, response) => {
    incoming.on("data", (piece) => response.write(`got ${piece};`));
    incoming.once("end", () => response.end("end"));
  });
  const { port } = await listenBefore();
  const sent = request({ host: "127.0.0.1", port, method: "POST", agent: false });
  sent.write("one");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const [first] = await once(answer.setEncoding("utf8"), "data");
  expect(first).toBe("got one;");
  sent.end("two");
  expect(await text(answer)).toBe("got two;end");
});

test("who expects a 100 gets it, and sends", async () => {
  await answerBehind(async (incoming, response) => response.end(await text(incoming)));
  const { port } = await listenBefore();
  const headers = { Expect: "100-continue", "Content-Length": "5" };
  const sent = request({ host: "127.0.0.1", port, method: "POST", headers, agent: false });
  sent.flushHeaders();
  await once(sent, "continue");
  sent.end("hello");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect(await text(answer)).toBe("hello");
});

test("who goes away ends what is being done behind", async () => {
  const closed = new Promise<boolean>((resolve) => {
    answerBehind((_incoming, response) => {
      response.write("a part");
      response.once("close", () => resolve(response.writableFinished));
    });
  });
  await sleep(50);
  const { port } = await listenBefore();
  (await ask(port)).destroy();
  expect(await closed).toBe(false);
});

test("an answer that breaks off behind breaks off in front", async () => {
  await answerBehind((_incoming, response) => {
    response.writeHead(200, { "Content-Length": "1000" });
    response.write("a part", () => response.destroy());
  });
  const { port } = await listenBefore();
  const answer = await ask(port);
  await expect(text(answer)).rejects.toThrow("aborted");
});

test("nobody there is told apart from somebody who broke off", async () => {
  const { port, outcomes } = await listenBefore();
  expect(await text(await ask(port))).toBe("away");
  await answerBehind((incoming) => incoming.socket.destroy());
  expect(await text(await ask(port))).toBe("broken");
  expect(await text(await ask(port, { method: "POST" }, "x"))).toBe("broken");
  expect(outcomes).toEqual(["away", "broken", "broken"]);
});

test("a body that met nobody is passed on whole once somebody is there", async () => {
  const forwarder = new Forwarder(place);
  const outcomes: string[] = [];
  const server = createServer(async (incoming, response) => {
    for (let outcome = ""; outcome !== "answered"; await sleep(20)) {
      outcome = await forwarder.forward(incoming, response);
      outcomes.push(outcome);
    }
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const headers of [{ "Content-Length": "5" }, { "Transfer-Encoding": "chunked" }]) {
    const asked = ask(port, { method: "POST", headers }, "hello");
    await sleep(200);
    const behind = await answerBehind(async (incoming, response) =>
      response.end(await text(incoming)),
    );
    expect(await text(await asked)).toBe("hello");
    expect(outcomes.slice(-2)).toEqual(["away", "answered"]);
    forwarder.leave();
    behind.close().closeAllConnections();
    await once(behind, "close");
  }
});

test("a reader that is slow holds up the writer, not the memory", async () => {
  let written = 0;
  await answerBehind((_incoming, response) => {
    const piece = Buffer.alloc(65_536);
    const write = () => {
      while (written < 64 * 1024 * 1024) {
        written += piece.length;
        if (!response.write(piece)) return response.once("drain", write);
      }
      return response.end();
    };
    write();
  });
  const { port } = await listenBefore();
  const socket = connect(port, "127.0.0.1").pause();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await sleep(500);
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(32 * 1024 * 1024);
  socket.destroy();
});

test("what is left of a body that was answered without being read is no obstacle to what follows", async () => {
  await answerBehind((incoming, response) => {
    response.statusCode = incoming.method === "POST" ? 307 : 200;
    response.end("early");
  });
  const { port } = await listenBefore();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const large = "x".repeat(4_000_000);
  for (const body of [large, large, undefined]) {
    const answer = await ask(port, { agent, method: body ? "POST" : "GET" }, body);
    expect([answer.statusCode, await text(answer)]).toEqual([body ? 307 : 200, "early"]);
  }
  agent.destroy();
});
