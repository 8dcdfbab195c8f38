import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { log } from "@/lib/ops/log";
import { dropRest } from "@/lib/platform/answer";
import { budgets } from "@/lib/platform/settings/budgets";
import { learnSecrets } from "../secrets/check/known-secrets";
import { getWrongSecrets } from "../secrets/check/wrong-secret-tally";
import {
  answerWebhook,
  type HeaderPairs,
  readBody,
  readSenderFacts,
  refuseSecret,
  type Sent,
} from "./accept-delivery";

const limits = { maxBytes: 1_000, timeoutMs: 1_000, declaredBytes: null };

function streamOf(...chunks: (Buffer | "error" | "stall")[]): Readable {
  return Readable.from(
    (async function* () {
      for (const chunk of chunks) {
        if (chunk === "stall") await new Promise(() => undefined);
        if (chunk === "error") throw new Error("aborted");
        yield chunk;
      }
    })(),
  );
}

describe("a body", () => {
  test.each([0, 1, 999, 1_000])("of %i bytes is read whole", async (size) => {
    const bytes = Buffer.alloc(size, 7);
    const read = await readBody(streamOf(bytes.subarray(0, 10), bytes.subarray(10)), {
      ...limits,
      declaredBytes: size,
    });
    expect(read).toEqual({
      body: bytes,
      bytes: size,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      isOversized: false,
    });
  });

  test("of one byte too many keeps its size, hash and first 64 KiB", async () => {
    const bytes = Buffer.alloc(200_000, 7);
    const read = await readBody(streamOf(bytes), { ...limits, maxBytes: 100_000 });
    expect(read).toEqual({
      body: bytes.subarray(0, 65_536),
      bytes: 200_000,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      isOversized: true,
    });
  });

  test("without end is given up at eight times the limit", async () => {
    let sent = 0;
    const endless = new Readable({
      highWaterMark: 500,
      read() {
        sent += 500;
        this.push(Buffer.alloc(500));
      },
    });
    const read = await readBody(endless, limits);
    expect(read).toMatchObject({ isOversized: true });
    expect(sent).toBeLessThan(12_000);
  });

  test("that ends before its declared length is cut short", async () => {
    const stream = streamOf(Buffer.alloc(10));
    expect(await readBody(stream, { ...limits, declaredBytes: 11 })).toBe("cut-short");
  });

  test("whose connection breaks is cut short", async () => {
    expect(await readBody(streamOf(Buffer.alloc(10), "error"), limits)).toBe("cut-short");
  });

  test("that lasts too long is too slow", async () => {
    const stream = streamOf(Buffer.alloc(10), "stall");
    expect(await readBody(stream, { ...limits, timeoutMs: 50 })).toBe("too-slow");
  });

  test("without a byte is empty", async () => {
    expect(await readBody(streamOf(), limits)).toMatchObject({ bytes: 0, isOversized: false });
  });
});

const secret = "naSq-5~Xw.Rt_0b9Kd7uQz3mVy2LpEf8";
const url = `https://calls.example.com/api/webhooks/recordings/${secret}`;

function encode(text: string): string {
  return text.replaceAll(/./gs, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function factsOf(...names: string[]) {
  const headers: HeaderPairs = [];
  for (let index = 0; index < names.length; index += 2) {
    headers.push([names[index]?.toLowerCase() ?? "", names[index + 1] ?? ""]);
  }
  return readSenderFacts({ headers, remoteAddress: "192.0.2.9" }, secret);
}

test("what says how to read a body is kept, in its order", () => {
  const { headers } = factsOf(
    "Content-Type",
    "application/json",
    "User-Agent",
    "Sender/1.0",
    "Content-Length",
    "7",
  );
  expect(headers).toEqual([
    ["content-type", "application/json"],
    ["user-agent", "Sender/1.0"],
    ["content-length", "7"],
  ]);
});

test.each(["X-Original-URI", "X-Envoy-Original-Path", "X-Forwarded-Uri", "Referer", "X-Anything"])(
  "a proxy's %s is not kept",
  (name) => {
    expect(factsOf(name, url).headers).toEqual([]);
  },
);

test.each(["X-Api-Key", "Authorization", "Proxy-Authorization", "Cookie"])(
  "the sender's own secret in %s is not kept",
  (name) => {
    expect(factsOf(name, "Basic c2VjcmV0").headers).toEqual([]);
  },
);

test.each([
  ["as it is", secret],
  ["in another case", secret.toUpperCase()],
  ["percent-encoded", encode(secret)],
  ["percent-encoded in part", secret.replace("~", "%7e").replace("S", "%53")],
  ["percent-encoded twice", encode(encode(secret))],
])("a value that spells the secret is blanked: %s", (_form, spelt) => {
  const { headers } = factsOf("User-Agent", `Sender (${spelt}; ${spelt})`);
  expect(headers).toEqual([["user-agent", "[redacted]"]]);
  const { remoteAddress } = readSenderFacts({ headers: [], remoteAddress: spelt }, secret);
  expect(remoteAddress).toBe("[redacted]");
});

test("an address of any length is cut", () => {
  const sent = { headers: [], remoteAddress: "1".repeat(30_000) };
  expect(readSenderFacts(sent, secret).remoteAddress).toHaveLength(64);
});

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

afterEach(() => vi.useRealTimers());

function post(headers: Record<string, string>, remoteAddress = "192.0.2.1"): Sent {
  return { headers: Object.entries(headers), remoteAddress };
}

test("answers 401 with a request id", () => {
  const { status, body } = refuseSecret(post({}, "192.0.2.1"));
  expect(status).toBe(401);
  expect(JSON.parse(body)).toMatchObject({
    code: "unknown-secret",
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
});

test.each([
  [{ "content-length": "65536" }, undefined],
  [{ "content-length": "65537" }, "close"],
  [{ "content-length": "99999999999" }, "close"],
  [{ "transfer-encoding": "chunked" }, "close"],
])("%j leaves the connection at %s", (headers, expected) => {
  expect(refuseSecret(post(headers as Record<string, string>)).headers.Connection).toBe(expected);
});

test("a flood is counted, and named in the log a few times, without the secret", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const warn = vi.spyOn(log(), "warn");
  const before = getWrongSecrets()?.requests ?? 0;
  for (let n = 0; n < 200; n++) refuseSecret(post({}, "192.0.2.77"));
  expect(getWrongSecrets()?.requests).toBe(before + 200);
  expect(warn).toHaveBeenCalledTimes(budgets.wrongSecrets.loggedOfAddress);
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ address: "192.0.2.77" });
  expect(JSON.stringify(warn.mock.calls)).not.toContain("canary");
});

test("a flood loses its connection with each answer, and others keep theirs", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const connections = Array.from(
    { length: budgets.wrongSecrets.ofAddress + 1 },
    () => refuseSecret(post({}, "192.0.2.88")).headers.Connection,
  );
  expect(connections.slice(0, -1)).not.toContain("close");
  expect(connections.at(-1)).toBe("close");
  const other = refuseSecret(post({}, "192.0.2.89"));
  expect(other.headers.Connection).toBeUndefined();
});

test("what is left of a body is read to its end, though its reader paused it", async () => {
  const body = streamOf(...Array.from({ length: 50 }, () => Buffer.alloc(1_000)));
  const read = await readBody(body, { ...limits, maxBytes: 100 });
  expect(read).toMatchObject({ isOversized: true });
  expect(body.readableEnded).toBe(false);
  await dropRest(body);
  expect(body.readableEnded).toBe(true);
});

test("an answer reaches whoever is still sending a body that nobody reads", async () => {
  const server = createServer((request, response) => answerWebhook(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const method of ["POST", "PUT"]) {
    for (let time = 0; time < 10; time++) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1");
        let text = "";
        socket.on("data", (bytes) => {
          text += bytes;
        });
        socket.once("end", () => resolve(text));
        socket.once("error", reject);
        const head = `${method} /api/webhooks/recordings/wrong HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`;
        socket.write(`${head}Content-Length: 8000000\r\n\r\n`);
        for (let part = 0; part < 8; part++) socket.write(Buffer.alloc(1_000_000));
      });
      expect(answer).toMatch(method === "PUT" ? /^HTTP\/1\.1 405 / : /^HTTP\/1\.1 (401|503) /);
      expect(answer).toMatch(/"requestId":"[\w-]+"\}$/);
    }
  }
});

test("of what a flood sends little is read", async () => {
  learnSecrets({ active: [], revoked: [] }, []);
  const bytes = { read: 0 };
  const server = createServer((request, response) => {
    const { socket } = request;
    socket.once("close", () => {
      bytes.read = socket.bytesRead;
    });
    answerWebhook(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const send = () =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let text = "";
      socket.on("data", (part) => {
        text += part;
      });
      socket.once("error", () => undefined);
      socket.once("close", () => resolve(text));
      const head = "POST /api/webhooks/recordings/wrong HTTP/1.1\r\nHost: a\r\n";
      socket.write(`${head}Content-Length: 8000000\r\n\r\n`);
      for (let part = 0; part < 8; part++) socket.write(Buffer.alloc(1_000_000));
    });
  await send();
  expect(bytes.read).toBeGreaterThan(8_000_000);
  for (let n = 0; n < budgets.wrongSecrets.ofAddress; n++) refuseSecret(post({}, "127.0.0.1"));
  await send();
  expect(bytes.read).toBeLessThan(1_000_000);
});
