import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parseIdParameter, writeIdSegment } from "@/lib/list/id-segment";
import { getSound } from "./kept/get-sound";
import { sendFile, soundsForTest, toWav } from "./kept/test-sounds";
import { openAudio } from "./open-attachment";
import { serveAudio } from "./serve-audio";
import { soundPath } from "./store/sound-folder";

const sounds = soundsForTest();
const whole = toWav(60);
const wav = { "Content-Type": "audio/wav" };

type Asked = { id?: string; query?: string; method?: string; headers?: Record<string, string> };
type Given = {
  status: number;
  headers: Record<string, unknown>;
  code: string | null;
  bytes: Buffer;
};

/** By the route; what it keeps from the connection is left out. */
async function byRoute({ id = "a", query = "", ...init }: Asked): Promise<Given> {
  const url = `http://earshot.test/api/recordings/${writeIdSegment(id)}/audio${query}`;
  const answer = await openAudio(parseIdParameter(id), new Request(url, init));
  const bytes = Buffer.from(await answer.arrayBuffer());
  // Next sends no body for HEAD.
  answer.headers.delete("Earshot-Content-Length");
  const sent = init.method === "HEAD" ? Buffer.alloc(0) : bytes;
  return toGiven(answer.status, Object.fromEntries(answer.headers), sent);
}

/** By a bare server. */
async function byServer(asked: Asked): Promise<Given> {
  const answer = await send(asked);
  const bytes = await buffer(answer);
  return toGiven(answer.statusCode ?? 0, answer.headers, bytes);
}

async function send({ id = "a", query = "", ...options }: Asked): Promise<IncomingMessage> {
  const server = createServer(async (incoming, response) => {
    const outcome = await serveAudio(incoming, response);
    if (outcome === "elsewhere") response.writeHead(421).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const path = `/api/recordings/${writeIdSegment(id)}/audio${query}`;
  const sent = request({ host: "127.0.0.1", port, agent: false, path, ...options });
  sent.end();
  const [answer] = await once(sent, "response");
  answer.once("close", () => server.close());
  return answer;
}

function toGiven(status: number, all: Record<string, unknown>, bytes: Buffer): Given {
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => told.includes(name)));
  const isProblem = headers["content-type"] === "application/problem+json";
  if (!isProblem) return { status, headers, code: null, bytes };
  // Its request id differs each time.
  const problem: { code: string } = JSON.parse(bytes.toString() || '{"code":""}');
  delete headers["content-length"];
  return { status, headers, code: problem.code, bytes: Buffer.alloc(0) };
}

/** Byte by byte, a matcher takes a second for each megabyte. */
function expectSame(one: Given, other: Given, asked: string): void {
  const [first, second] = [one, other].map(({ bytes, ...rest }) => [
    rest,
    bytes.toString("latin1"),
  ]);
  expect(first, asked).toEqual(second);
}

const told = [
  "content-type",
  "content-length",
  "content-disposition",
  "content-range",
  "accept-ranges",
  "etag",
  "cache-control",
  "content-security-policy",
  "cross-origin-resource-policy",
  "x-content-type-options",
  "earshot-content-length",
];

test("route and bare server give the same answers to whatever is asked", async () => {
  sounds.answers.set("/call.wav", sendFile(whole, wav));
  sounds.answers.set("/odd.wav", sendFile(toWav(1), wav));
  await sounds.arrive({ a: "/call.wav", "o/d d%?": "/odd.wav", none: "/gone.wav" });
  sounds.keep({ limits: sounds.limits({ maxBytes: 5_000_000 }) });
  const { kept } = await sounds.until("a", ({ state }) => state === "kept");
  await sounds.until("o/d d%?", ({ state }) => state === "kept");
  const size = whole.length;
  const hash = kept?.sha256 ?? "";
  const tag = `"${hash}"`;
  const range = (value: string, more = {}) => ({ headers: { Range: value, ...more } });
  const table: [asked: Asked, status: number, bytes: number][] = [
    [{}, 200, size],
    [{ method: "HEAD" }, 200, 0],
    [range("bytes=100-199"), 206, 100],
    [range("bytes=0-"), 206, size],
    [range("bytes=-50"), 206, 50],
    [range(`bytes=-${size * 2}`), 206, size],
    [range(`bytes=${size - 1}-${size + 5}`), 206, 1],
    [{ method: "HEAD", ...range("bytes=100-199") }, 206, 0],
    [range(`bytes=${size}-`), 416, 0],
    [range("bytes=-0"), 416, 0],
    [{ method: "HEAD", ...range(`bytes=${size}-`) }, 416, 0],
    [range("bytes=0-1,4-5"), 200, size],
    [range("bytes=5-4"), 200, size],
    [range("lines=1-2"), 200, size],
    [range("bytes=0-1", { "If-Range": tag }), 206, 2],
    [range("bytes=0-1", { "If-Range": `W/${tag}` }), 200, size],
    [range("bytes=0-1", { "If-Range": '"other"' }), 200, size],
    [range("bytes=0-1", { "If-Range": new Date().toUTCString() }), 200, size],
    [{ query: "?download" }, 200, size],
    [{ query: `?version=${hash}&download=1`, ...range("bytes=7-9") }, 206, 3],
    [{ query: "?version=nonsense" }, 404, 0],
    [{ query: `?version=${"0".repeat(64)}` }, 404, 0],
    [{ id: "unknown" }, 404, 0],
    [{ id: "o/d d%?" }, 200, toWav(1).length],
  ];
  for (const [asked, status, bytes] of table) {
    const [route, server] = [await byRoute(asked), await byServer(asked)];
    expect([route.status, route.bytes.length], JSON.stringify(asked)).toEqual([status, bytes]);
    // A version that nobody knows is the route's to refuse.
    if (server.status !== 421) expectSame(server, route, JSON.stringify(asked));
    else expect(asked.query, JSON.stringify(asked)).toContain("?version=");
  }
  const part = await byServer(range("bytes=1000-400000"));
  expect(part.bytes.equals(whole.subarray(1_000, 400_001))).toBe(true);
  const other = await byServer({
    query: "?download",
    headers: { Cookie: "x=1; earshot-time-zone=Asia%2FTokyo" },
  });
  expect(other.headers["content-disposition"]).toContain("2026-11-20-1900.wav");
  expect((await byServer({ id: "none" })).status).toBe(421);
  expect((await byServer({ method: "POST" })).status).toBe(421);
  // The ZIP of all audio lies there.
  expect((await byServer({ id: "export" })).status).toBe(421);
});

test("the gateway gets a file's head and its hash, and the answer is open until it is done", async () => {
  sounds.answers.set("/call.wav", sendFile(whole, wav));
  await sounds.arrive({ a: "/call.wav" });
  sounds.keep({ limits: sounds.limits({ maxBytes: 5_000_000 }) });
  const { kept } = await sounds.until("a", ({ state }) => state === "kept");
  let answering: ServerResponse | undefined;
  const server = createServer(async (incoming, response) => {
    answering = response;
    await serveAudio(incoming, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const named: [headers: Record<string, string>, first: number, length: number][] = [
    [{}, 0, whole.length],
    [{ Range: "bytes=100-199" }, 100, 100],
    [{ Range: "bytes=-50" }, whole.length - 50, 50],
  ];
  for (const [headers, first, length] of named) {
    const sent = request({
      host: "127.0.0.1",
      port,
      agent: false,
      path: "/api/recordings/a/audio",
      headers: { ...headers, "Earshot-File": "name", "Content-Length": 1 },
    });
    sent.flushHeaders();
    const [answer] = await once(sent, "response");
    const { "earshot-file": file, date, connection, ...others } = answer.headers;
    expect(file).toBe(`${kept?.sha256} ${first} ${whole.length}`);
    const whichIsSent = await send({ headers });
    const { date: _, connection: __, ...expected } = whichIsSent.headers;
    expect([answer.statusCode, others]).toEqual([whichIsSent.statusCode, expected]);
    expect(others["content-length"]).toBe(String(length));
    whichIsSent.resume();
    answer.on("error", () => undefined).resume();
    const isOver = new Promise((resolve) => answer.once("close", resolve));
    expect([answering?.writableEnded, answer.destroyed]).toEqual([false, false]);
    sent.end(".");
    await isOver;
    expect(answering?.writableFinished).toBe(true);
    expect(answering?.req.socket.bytesWritten).toBeLessThan(2_000);
  }
  // What has no bytes of a file is told as to anybody.
  const none = await send({
    headers: { Range: `bytes=${whole.length}-`, "Earshot-File": "name", "Content-Length": "1" },
  });
  expect([none.statusCode, none.headers["earshot-file"]]).toEqual([416, undefined]);
  none.resume();
  server.close();
});

test("who leaves in the middle leaves nothing open, and a file that is gone is fetched anew", async () => {
  sounds.answers.set("/call.wav", sendFile(whole, wav));
  await sounds.arrive({ a: "/call.wav" });
  const keeper = sounds.keep({ limits: sounds.limits({ maxBytes: 5_000_000 }) });
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  await keeper.stop();
  await Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await send({});
      answer.on("error", () => undefined).destroy();
    }),
  );
  expect((await byServer({})).bytes.equals(whole)).toBe(true);
  await rm(soundPath(Buffer.from(kept?.sha256 ?? "", "hex")));
  // It may be open still, for a moment.
  await expect.poll(async () => (await byServer({})).status, { timeout: 5_000 }).toBe(421);
  expect(await getSound("a")).toMatchObject({ state: "waiting", kept: null });
});
