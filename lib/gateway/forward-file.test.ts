import type { IncomingMessage } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { getSessionCookie } from "better-auth/cookies";
import { expect, test } from "vitest";
import { cookiePrefix } from "@/lib/access/sessions/auth";
import { asksForFile } from "./forward";
import { file, passForTest, path, sendFile } from "./test-passing";

const { pass } = passForTest();

test("only reading a recording's sound asks for a file", () => {
  const cookie = "theme=dark; earshot.session_token=x.y";
  const asks = (method: string, url: string, headers = {}) =>
    asksForFile({ method, url, headers: { cookie, ...headers } } as IncomingMessage);
  expect(asks("GET", path)).toBe(true);
  expect(asks("HEAD", `${path}?download`)).toBe(true);
  expect(asks("POST", path)).toBe(false);
  expect(asks("GET", path, { "content-length": "1" })).toBe(false);
  expect(asks("GET", path, { "transfer-encoding": "chunked" })).toBe(false);
  for (const url of [
    `${path}/peaks`,
    "/api/recordings/export/audio?status=completed",
    "/api/recordings/audio",
    "/recordings/r/audio",
  ]) {
    expect(asks("GET", url)).toBe(false);
  }
  expect(asks("GET", `${path}? HTTP/1.1\r\nx: y`)).toBe(false);
});

test("strangers get no buffer, and whoever has a cookie of the sign-in's name gets one", () => {
  const asks = (cookie?: string) =>
    asksForFile({ method: "GET", url: path, headers: { cookie } } as IncomingMessage);
  const names = [
    "earshot.session_token",
    "earshot-session_token",
    "__Secure-earshot.session_token",
    "__Secure-earshot-session_token",
  ];
  for (const name of names) {
    for (const cookie of [`${name}=x`, `a=b; ${name}=x.y%3D; c=d`, `a=b;${name}=x`]) {
      expect([cookie, getSessionCookie(new Headers({ cookie }), { cookiePrefix })]).toEqual([
        cookie,
        expect.any(String),
      ]);
      expect([cookie, asks(cookie)]).toEqual([cookie, true]);
    }
  }
  for (const cookie of [
    undefined,
    "",
    "a=b",
    "earshot.session_token=",
    "xearshot.session_token=y",
    "a=earshot.session_token=y",
    "better-auth.session_token=y",
  ]) {
    expect([cookie, asks(cookie)]).toEqual([cookie, false]);
  }
});

test("no more buffers are in use than there may be, and each is free again at its end", async () => {
  const waiting: (() => void)[] = [];
  const { ask, outcomes, connections } = await pass(
    (incoming, response) => {
      waiting.push(() => sendFile(incoming, response));
    },
    { mostConnections: 3 },
  );
  const get = async (options = {}) => buffer(await ask({ agent: false, ...options }));
  for (let round = 1; round <= 3; round++) {
    const passed = [get(), get(), get()];
    await expect.poll(() => waiting.length).toBe(3);
    expect((await get()).toString()).toBe("elsewhere");
    for (const answer of waiting.splice(0)) answer();
    for (const got of await Promise.all(passed)) expect(got.equals(file)).toBe(true);
  }
  expect(connections()).toBe(3);
  // One who leaves makes room, too.
  const leaving = new AbortController();
  const left = Array.from({ length: 3 }, () => get({ signal: leaving.signal }));
  await expect.poll(() => waiting.length).toBe(3);
  leaving.abort();
  await Promise.allSettled(left);
  waiting.length = 0;
  const fetchWhenAdmitted = async () => {
    outcomes.length = 0;
    const asked = get();
    // Those who left may be noted meanwhile.
    await expect.poll(() => outcomes.includes("elsewhere") || waiting.length > 0).toBe(true);
    for (const answer of waiting.splice(0)) answer();
    return (await asked).length;
  };
  await expect.poll(fetchWhenAdmitted).toBe(file.length);
});

test("a file arrives to the byte, many times over one connection, and by itself for HEAD", async () => {
  const seen: unknown[] = [];
  const { ask, outcomes, connections } = await pass((incoming, response) => {
    seen.push(incoming.headers);
    sendFile(incoming, response);
  });
  for (let time = 0; time < 5; time++) {
    const answer = await ask({ headers: { Range: "bytes=0-", Cookie: "a=1", Accept: "x/y" } });
    expect([answer.statusCode, answer.statusMessage]).toEqual([206, "Partial Content"]);
    expect(answer.headers).toMatchObject({ etag: '"x"', "content-length": String(file.length) });
    expect((await buffer(answer)).equals(file)).toBe(true);
  }
  const head = await ask({ method: "HEAD" });
  expect([head.headers["content-length"], await text(head)]).toEqual([String(file.length), ""]);
  expect((await buffer(await ask())).equals(file)).toBe(true);
  expect(outcomes).toEqual(Array(7).fill("answered"));
  expect(connections()).toBe(1);
  expect(seen[0]).toMatchObject({ range: "bytes=0-", cookie: "a=1", "earshot-file": "name" });
  expect(seen[0]).not.toHaveProperty("accept");
});

test("many readers at once, some of them slow, get what each asked for", async () => {
  const { ask } = await pass((incoming, response) => {
    const first = Number(incoming.headers.range);
    response.writeHead(200, { "Content-Length": file.length - first });
    response.end(file.subarray(first));
  });
  await Promise.all(
    Array.from({ length: 20 }, async (_, reader) => {
      const first = reader * 1_000;
      const answer = await ask({ headers: { Range: String(first) }, agent: false });
      const pieces: Buffer[] = [];
      for await (const piece of answer) {
        pieces.push(piece);
        if (reader % 2 === 0) await sleep(1);
      }
      expect(Buffer.concat(pieces).equals(file.subarray(first))).toBe(true);
    }),
  );
});

test("what breaks off behind breaks off before, and who leaves is left", async () => {
  let behindIsOver = false;
  const { ask } = await pass((incoming, response) => {
    response.writeHead(200, { "Content-Length": file.length * 100 });
    response.write(file.subarray(0, 100_000));
    if (incoming.headers.range === "break") setTimeout(() => response.destroy(), 50);
    response.once("close", () => {
      behindIsOver = true;
    });
  });
  const broken = await ask({ headers: { Range: "break" } });
  await expect(buffer(broken)).rejects.toThrow("aborted");
  behindIsOver = false;
  const left = await ask({ agent: false });
  left.on("error", () => undefined).destroy();
  await expect.poll(() => behindIsOver).toBe(true);
});

test("what web leaves to Next, what dies without an answer and what isn't there are told apart", async () => {
  let tries = 0;
  const { ask, outcomes } = await pass((_, response) => {
    if (++tries === 2) response.destroy();
    else response.writeHead(421, { "Content-Length": 0 }).end();
  });
  for (const outcome of ["elsewhere", "broken", "elsewhere", "elsewhere"]) {
    expect(await text(await ask())).toBe(outcome);
  }
  expect(outcomes).toEqual(["elsewhere", "broken", "elsewhere", "elsewhere"]);
});

test("nobody there is away; an answer of no length is broken; an idle end is no fault", async () => {
  const nobody = await pass(null);
  expect(await text(await nobody.ask())).toBe("away");
  let isEndless = false;
  const { ask, connections } = await pass((incoming, response) => {
    if (isEndless) response.write("without a length");
    else sendFile(incoming, response);
  });
  await buffer(await ask());
  await sleep(1_500);
  expect((await buffer(await ask())).equals(file)).toBe(true);
  expect(connections()).toBe(2);
  isEndless = true;
  expect(await text(await ask())).toBe("broken");
});
