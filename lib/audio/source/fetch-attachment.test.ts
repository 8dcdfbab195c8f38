import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serveForTest, stopTestServers, type TestServer } from "@/lib/calling-service/test-server";
import { answerRoster } from "../open-attachment";
import { answerAudio } from "./answer-audio";
import type { Resolve } from "./guard-connection";
import { codeOf, getRequest, goodToken, readUsedMemory, sourceForTest } from "./test-source";

afterEach(stopTestServers);

const mebibyte = 1024 ** 2;
const chunk = Buffer.alloc(64 * 1024, 1);

/** Sends as fast as it is read, and tells how much it could send and when it was hung up on. */
async function serveSound(bytes: number, { stopAt = bytes } = {}) {
  let close: () => void = () => undefined;
  const state = { sent: 0, closed: new Promise<void>((resolve) => (close = resolve)) };
  const send = (response: ServerResponse) => {
    while (state.sent < stopAt) {
      const piece = chunk.subarray(0, Math.min(chunk.length, stopAt - state.sent));
      state.sent += piece.length;
      if (!response.write(piece)) return response.once("drain", () => send(response));
    }
    if (stopAt === bytes) response.end();
  };
  const server = await serveForTest((_request, response) => {
    response.on("close", close);
    response.writeHead(200, { "Content-Type": "audio/wav", "Content-Length": bytes });
    response.flushHeaders();
    send(response);
  });
  return Object.assign(state, { origin: server.origin, connections: server.connections });
}

async function open(origin: string, headers = {}, signal?: AbortSignal) {
  const source = sourceForTest({ serviceOrigin: origin, idleTimeoutMs: 300 });
  return answerAudio("r1", origin, getRequest(headers, { signal }), source);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("200 MiB", () => {
  test.each([
    ["whole", {}, 200 * mebibyte],
    ["of which the last tenth is asked for", { Range: `bytes=${180 * mebibyte}-` }, 20 * mebibyte],
  ])("%s flow through without being gathered", async (_name, headers, expected) => {
    const upstream = await serveSound(200 * mebibyte);
    const response = await open(upstream.origin, headers);
    const before = readUsedMemory();
    let [received, measured, most] = [0, 0, 0];
    for await (const piece of response.body ?? []) {
      received += piece.length;
      if (received - measured < 16 * mebibyte) continue;
      measured = received;
      most = Math.max(most, readUsedMemory() - before);
    }
    expect(received).toBe(expected);
    expect(measured).toBeGreaterThan(0);
    expect(most).toBeLessThan(64 * mebibyte);
  });

  test("are not read ahead of a slow reader", async () => {
    const upstream = await serveSound(200 * mebibyte);
    const response = await open(upstream.origin);
    const reader = response.body?.getReader();
    await reader?.read();
    await pause(500);
    expect(upstream.sent).toBeLessThan(24 * mebibyte);
    await reader?.cancel();
    await upstream.closed;
  });
});

describe("the upstream is let go of", () => {
  test("when the reader cancels", async () => {
    const upstream = await serveSound(200 * mebibyte);
    const response = await open(upstream.origin);
    await response.body?.cancel();
    await upstream.closed;
  });

  test("when the reader cancels while it waits for bytes", async () => {
    const upstream = await serveSound(10 * mebibyte, { stopAt: 0 });
    const response = await open(upstream.origin);
    const reader = response.body?.getReader();
    const waiting = reader?.read();
    await reader?.cancel();
    await upstream.closed;
    expect((await waiting)?.done).toBe(true);
  });

  test("when the browser goes away", async () => {
    const upstream = await serveSound(200 * mebibyte);
    const browser = new AbortController();
    const response = await open(upstream.origin, {}, browser.signal);
    const reader = response.body?.getReader();
    await reader?.read();
    browser.abort();
    await upstream.closed;
  });

  test("when the asked part of a longer file is through", async () => {
    const upstream = await serveSound(200 * mebibyte);
    const response = await open(upstream.origin, { Range: "bytes=0-99" });
    expect((await response.arrayBuffer()).byteLength).toBe(100);
    await upstream.closed;
    expect(upstream.sent).toBeLessThan(24 * mebibyte);
  });

  test("when a HEAD has its headers", async () => {
    const upstream = await serveSound(200 * mebibyte);
    const source = sourceForTest({ serviceOrigin: upstream.origin });
    await answerAudio("r1", upstream.origin, getRequest({}, { method: "HEAD" }), source);
    await upstream.closed;
  });

  test("when its body stands still", async () => {
    const upstream = await serveSound(mebibyte, { stopAt: 1_000 });
    const response = await open(upstream.origin);
    await expect(response.arrayBuffer()).rejects.toThrow();
    await upstream.closed;
  });
});

describe("a body that comes in drops", () => {
  /** A byte now and then, as audio or as a customer list, until it is hung up on. */
  async function serveDrops(type: string) {
    let close: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    const { origin } = await serveForTest((_request, response) => {
      response.writeHead(200, { "Content-Type": type, "Content-Length": 100_000 });
      const dropping = setInterval(() => response.write("x"), 20);
      response.on("close", () => {
        clearInterval(dropping);
        close();
      });
    });
    return { origin, closed };
  }
  const slow = { totalMs: 60_000, leastBytesPerSecond: 1_000, graceMs: 100 };
  const late = { totalMs: 200, leastBytesPerSecond: 1, graceMs: 60_000 };

  test.each([
    ["more slowly than any host may send", slow],
    ["for longer than any file may take", late],
  ])("%s is broken off", async (_name, pace) => {
    for (const [type, answer] of [
      ["audio/wav", answerAudio],
      ["text/csv", answerRoster],
    ] as const) {
      const upstream = await serveDrops(type);
      const source = sourceForTest({ serviceOrigin: upstream.origin, pace });
      const response = await answer("r1", upstream.origin, getRequest(), source);
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow("too slowly");
      await upstream.closed;
    }
  });

  test("but the time that its reader takes is not the host's", async () => {
    const upstream = await serveSound(20 * mebibyte);
    const pace = { totalMs: 2_000, leastBytesPerSecond: 1_000_000, graceMs: 100 };
    const source = sourceForTest({ serviceOrigin: upstream.origin, pace });
    const response = await answerAudio("r1", upstream.origin, getRequest(), source);
    const reader = response.body?.getReader();
    let received = 0;
    for (let reads = 0; ; reads++) {
      if (reads > 0 && reads < 8) await pause(300);
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      received += value?.length ?? 0;
    }
    expect(received).toBe(20 * mebibyte);
  });
});

test("no more is passed on than is kept of a file", async () => {
  const upstream = await serveForTest((_request, response) => {
    response.writeHead(200, { "Content-Type": "audio/wav" });
    for (let at = 0; at < 32; at++) response.write(chunk);
    response.end();
  });
  const source = sourceForTest({ serviceOrigin: upstream.origin, maxBytes: mebibyte });
  const response = await answerAudio("r1", upstream.origin, getRequest(), source);
  await expect(response.arrayBuffer()).rejects.toThrow("larger than allowed");
});

test("a body that breaks off breaks the answer off too", async () => {
  const server = await serveForTest((_request, response) => {
    response.writeHead(200, { "Content-Type": "audio/wav", "Content-Length": 1_000 });
    response.write("x".repeat(500), () => response.destroy());
  });
  const response = await open(server.origin);
  await expect(response.arrayBuffer()).rejects.toThrow();
});

test("ranges that are read to their end keep their connection for the next", async () => {
  const server = await serveForTest((_request, response) => {
    const headers = { "Content-Type": "audio/wav", "Content-Range": "bytes 0-9/100" };
    response.writeHead(206, headers).end("0123456789");
  });
  const source = sourceForTest({ serviceOrigin: server.origin });
  for (let seek = 0; seek < 20; seek += 1) {
    const request = getRequest({ Range: "bytes=0-9" });
    await (await answerAudio("r1", server.origin, request, source)).arrayBuffer();
  }
  expect(server.connections()).toBeLessThan(4);
});

let canary: TestServer;
let tokens: (string | undefined)[];

beforeEach(async () => {
  tokens = [];
  canary = await serveForTest((request, response) => {
    tokens.push(request.headers.authorization);
    response.writeHead(200, { "Content-Type": "audio/wav" }).end("RIFF");
  });
});
afterEach(stopTestServers);

const ask = async (address: string, source = sourceForTest()) =>
  codeOf(await answerAudio("r1", address, getRequest(), source));

/** The service, which hears the token, and answers as it is told. */
async function startService(answer: RequestListener) {
  const seen: (string | undefined)[] = [];
  const server = await serveForTest((request, response) => {
    seen.push(request.headers.authorization);
    answer(request, response);
  });
  return { ...server, seen };
}
const bearer = `Bearer ${goodToken}`;

test("the token is sent to no other origin, however alike it looks", async () => {
  const service = await startService((_request, response) => response.writeHead(404).end());
  const { port } = service;
  const alike = [
    `http://localhost:${canary.port}/`,
    `http://127.0.0.1:${canary.port}/`,
    `http://127.0.0.1:${port}.files.example.com:${canary.port}/`,
    `http://127.0.0.1.files.example.com:${canary.port}/127.0.0.1:${port}`,
    `http://files.example.com:${canary.port}/?http://127.0.0.1:${port}/`,
    `http://files.example.com:${canary.port}/#@127.0.0.1:${port}/`,
  ];
  const resolve: Resolve = (_hostname, _options, callback) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }]);
  const names = ["localhost", "files.example.com", "127.0.0.1.files.example.com", "127.0.0.1"];
  const audioHosts = names.map((name) => `${name}:${canary.port}`);
  const source = sourceForTest({ serviceOrigin: service.origin, audioHosts, resolve });
  for (const url of alike) await ask(url, source);
  expect(tokens.length).toBeGreaterThanOrEqual(5);
  expect(new Set(tokens)).toEqual(new Set([undefined]));
  expect(service.seen).toEqual([]);
  for (const url of [`http://127.1:${port}/`, `http://2130706433:${port}/`]) await ask(url, source);
  expect(new Set(service.seen)).toEqual(new Set([bearer]));
});

test.each([301, 302, 303, 307, 308])(
  "the token stays behind at a redirect by %i",
  async (status) => {
    const target = `http://127.0.0.1:${canary.port}/`;
    const service = await startService((_request, response) =>
      response.writeHead(status, { Location: target }).end(),
    );
    const audioHosts = [`127.0.0.1:${canary.port}`];
    const source = sourceForTest({ serviceOrigin: service.origin, audioHosts });
    expect(await ask(service.origin, source)).toBe(200);
    expect(service.seen).toEqual([bearer]);
    expect(tokens).toEqual([undefined]);
  },
);

test("the token is not won by a 401 of another host, nor by its challenge", async () => {
  const asking = await startService((_request, response) =>
    response.writeHead(401, { "WWW-Authenticate": "Bearer" }).end(),
  );
  const service = await startService((_request, response) =>
    response.writeHead(302, { Location: asking.origin }).end(),
  );
  const audioHosts = [new URL(asking.origin).host];
  const source = sourceForTest({ serviceOrigin: service.origin, audioHosts });
  expect(await ask(service.origin, source)).toBe("audio-refused");
  expect(asking.seen).toEqual([undefined]);
});
