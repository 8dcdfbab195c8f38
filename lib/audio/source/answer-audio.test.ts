import type { RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { serveForTest, stopTestServers } from "@/lib/calling-service/test-server";
import { answerAudio } from "./answer-audio";
import { codeOf, getRequest, sourceForTest } from "./test-source";

afterEach(stopTestServers);

const sound = Buffer.from(`RIFF....WAVE${"0123456789".repeat(20_000)}`);
const size = sound.length;
const tag = '"v1"';

/** A file server that knows ranges and If-Range. */
const ranging: RequestListener = (request, response) => {
  const headers = { "Content-Type": "audio/wav", ETag: tag };
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
  const isSame = [undefined, tag].includes(request.headers["if-range"]?.toString());
  if (!range || !isSame) {
    response.writeHead(200, { ...headers, "Content-Length": size }).end(sound);
    return;
  }
  const first = range[1] ? Number(range[1]) : Math.max(size - Number(range[2]), 0);
  const last = range[1] && range[2] ? Math.min(Number(range[2]), size - 1) : size - 1;
  if (first > last) {
    response.writeHead(416, { "Content-Range": `bytes */${size}` }).end();
    return;
  }
  const content = { "Content-Range": `bytes ${first}-${last}/${size}` };
  const part = sound.subarray(first, last + 1);
  response.writeHead(206, { ...headers, ...content, "Content-Length": part.length }).end(part);
};

/** One that doesn't, and sends whole files in small pieces. */
const whole: RequestListener = (_request, response) => {
  response.writeHead(200, { "Content-Type": "audio/wav", ETag: tag, "Content-Length": size });
  for (let at = 0; at < size; at += 7_001) response.write(sound.subarray(at, at + 7_001));
  response.end();
};

const unmeasured: RequestListener = (_request, response) => {
  response.writeHead(200, { "Content-Type": "audio/wav" });
  response.write(sound.subarray(0, 10));
  response.end(sound.subarray(10));
};

async function ask(
  upstream: RequestListener,
  headers: Record<string, string> = {},
  { method = "GET", path = "/" } = {},
) {
  const { origin } = await serveForTest(upstream);
  const source = sourceForTest({ serviceOrigin: origin, headersTimeoutMs: 200 });
  return answerAudio("call 1/ü", origin + path, getRequest(headers, { method }), source);
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe.each([
  ["an upstream that knows ranges", ranging],
  ["an upstream that ignores ranges", whole],
])("%s", (_name, upstream) => {
  test.each([
    ["bytes=0-", 0, size - 1],
    ["bytes=0-1", 0, 1],
    ["bytes=0-0", 0, 0],
    ["bytes=100-199", 100, 199],
    ["bytes=150000-", 150_000, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ["bytes=190000-999999999", 190_000, size - 1],
    ["bytes=-1", size - 1, size - 1],
    ["bytes=-5000", size - 5_000, size - 1],
    ["bytes=-999999999", 0, size - 1],
  ])("%s gives the bytes from %i to %i", async (range, first, last) => {
    const response = await ask(upstream, { Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${first}-${last}/${size}`);
    expect(response.headers.get("content-length")).toBe(String(last - first + 1));
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect((await bytesOf(response)).equals(sound.subarray(first, last + 1))).toBe(true);
  });

  test.each<Record<string, string>>([
    {},
    { Range: "bytes=0-1,5-9" },
    { Range: "bytes=9-1" },
    { Range: "rows=0-1" },
  ])("%j gives the whole", async (headers) => {
    const response = await ask(upstream, headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("accept-ranges")).toBe("bytes");
    expect(response.headers.get("content-length")).toBe(String(size));
    expect((await bytesOf(response)).equals(sound)).toBe(true);
  });

  test.each([`bytes=${size}-`, "bytes=999999999-", "bytes=-0"])("%s is outside", async (range) => {
    const response = await ask(upstream, { Range: range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${size}`);
    expect(await codeOf(response)).toBe("audio-range-outside");
  });

  test("If-Range gives the part while the file is the same, else the whole", async () => {
    const given = await ask(upstream, { Range: "bytes=0-1", "If-Range": tag });
    expect([given.status, given.headers.get("etag")]).toEqual([206, tag]);
    for (const other of ['"v0"', `W/${tag}`, "Fri, 20 Nov 2026 10:00:00 GMT"]) {
      const response = await ask(upstream, { Range: "bytes=0-1", "If-Range": other });
      expect([other, response.status]).toEqual([other, 200]);
    }
  });

  test("HEAD tells the same, without the bytes", async () => {
    const response = await ask(upstream, { Range: "bytes=5-9" }, { method: "HEAD" });
    expect([response.status, response.headers.get("content-length"), response.body]).toEqual([
      206,
      "5",
      null,
    ]);
  });
});

test("a file of unknown length is sent whole, and says that it can't be seeked", async () => {
  const response = await ask(unmeasured, { Range: "bytes=5-9" });
  expect([response.status, response.headers.get("accept-ranges")]).toEqual([200, "none"]);
  expect((await bytesOf(response)).equals(sound)).toBe(true);
});

test("nothing of the upstream's headers comes through but what is needed", async () => {
  const response = await ask((_request, upstream) => {
    upstream.writeHead(200, {
      "Content-Type": "Audio/MPEG; charset=x",
      "Content-Disposition": 'attachment; filename="evil.html"',
      "Set-Cookie": "session=evil",
      "Access-Control-Allow-Origin": "*",
      "Clear-Site-Data": '"*"',
      Link: "</evil>; rel=preload",
    });
    upstream.end("ID3");
  });
  expect(Object.fromEntries(response.headers)).toEqual({
    "accept-ranges": "none",
    "cache-control": "private, no-store, no-transform",
    "content-disposition":
      "attachment; filename=\"call_1_u.mp3\"; filename*=UTF-8''call_1_%C3%BC.mp3",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-type": "audio/mpeg",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
});

describe("a file without a telling type", () => {
  const plain =
    (body: Buffer, type?: string): RequestListener =>
    (request, response) => {
      const headers = type ? { "Content-Type": type } : {};
      const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
      if (!range)
        return response.writeHead(200, { ...headers, "Content-Length": body.length }).end(body);
      const last = Math.min(Number(range[2] || body.length), body.length - 1);
      const part = body.subarray(Number(range[1]), last + 1);
      const content = { "Content-Range": `bytes ${range[1]}-${last}/${body.length}` };
      return response.writeHead(206, { ...headers, ...content }).end(part);
    };

  test.each([undefined, "application/octet-stream", "binary/octet-stream"])(
    "is known by its first bytes, wherever the range lies (%s)",
    async (type) => {
      for (const range of ["bytes=0-", "bytes=0-1", "bytes=5000-5009"]) {
        const response = await ask(plain(sound, type), { Range: range });
        expect([response.status, response.headers.get("content-type")]).toEqual([206, "audio/wav"]);
      }
      const response = await ask(plain(sound, type));
      expect(response.headers.get("content-type")).toBe("audio/wav");
      expect((await bytesOf(response)).equals(sound)).toBe(true);
    },
  );

  test("is known by the ending of its address", async () => {
    const response = await ask(
      plain(Buffer.from("?"), "application/octet-stream"),
      {},
      { path: "/1.mp3?x=1" },
    );
    expect(response.headers.get("content-type")).toBe("audio/mpeg");
  });

  test("is refused when nothing tells that it is audio", async () => {
    const page = plain(Buffer.from("<!doctype html><script>"));
    expect(await codeOf(await ask(page))).toBe("audio-wrong-type");
    expect(await codeOf(await ask(page, { Range: "bytes=3-4" }))).toBe("audio-wrong-type");
  });
});

describe("a fault of the upstream has its own code", () => {
  const status =
    (code: number, headers = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(code, headers).end("<script>alert(1)</script>");
  const large = 512 * 1024 ** 2 + 1;

  test.each<[string, number, RequestListener]>([
    ["audio-refused", 502, status(401)],
    ["audio-refused", 502, status(403)],
    ["audio-not-found", 404, status(404)],
    ["audio-not-found", 404, status(410)],
    ["audio-unreachable", 502, status(500)],
    ["audio-unreachable", 502, status(204)],
    ["audio-unreachable", 502, status(302)],
    ["audio-unreachable", 502, status(206, { "Content-Type": "audio/wav" })],
    ["audio-unreachable", 502, status(416)],
    ["audio-unreachable", 502, (request) => request.socket.destroy()],
    ["audio-timeout", 504, () => undefined],
    ["audio-wrong-type", 502, status(200, { "Content-Type": "text/html" })],
    ["audio-wrong-type", 502, status(200, { "Content-Type": "audio/wav, text/html" })],
    ["audio-wrong-type", 502, status(200, { "Content-Type": "video/mp4" })],
    [
      "audio-wrong-type",
      502,
      status(200, { "Content-Type": "audio/wav", "Content-Encoding": "gzip" }),
    ],
    ["audio-too-large", 502, status(200, { "Content-Type": "audio/wav", "Content-Length": large })],
  ])("%s (%i)", async (code, expected, upstream) => {
    const response = await ask(upstream);
    expect([response.status, await codeOf(response)]).toEqual([expected, code]);
  });

  test("calling-service-not-connected when a token is wanted and no service is configured", async () => {
    const { origin } = await serveForTest(status(401));
    const source = sourceForTest({ audioHosts: ["127.0.0.1"] });
    const response = await answerAudio("r1", origin, getRequest(), source);
    expect(await codeOf(response)).toBe("calling-service-not-connected");
  });

  test("calling-service-not-connected when no token can be had", async () => {
    const source = {
      ...sourceForTest({ serviceOrigin: "http://127.0.0.1:9" }),
      withBearer: async () => ({ fault: { kind: "key-refused", status: 401 } as const }),
    };
    const response = await answerAudio("r1", "http://127.0.0.1:9/a", getRequest(), source);
    expect(await codeOf(response)).toBe("calling-service-not-connected");
  });
});
