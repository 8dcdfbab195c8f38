import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { truncate } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import {
  file,
  hashOf,
  keepForTest,
  type Named,
  nameFile,
  nameRange,
  passForTest,
  path,
  rangeOf,
  sendFile,
} from "./test-passing";

const { pass } = passForTest();
const hash = hashOf(file);
/** More than the sockets between two processes hold. */
const large = randomBytes(40_000_000);
const largeHash = hashOf(large);

const { keep } = keepForTest();
beforeAll(() => keep(large));

test("a named file arrives to the byte, whole and in parts, one after the other on one connection", async () => {
  const [seen, told]: [IncomingMessage[], boolean[]] = [[], []];
  const { ask, outcomes, connections } = await pass((incoming, response) => {
    seen.push(incoming);
    response.once("close", () => told.push(response.writableFinished));
    nameRange(incoming, response);
  });
  const parts = [
    ...[file.length, 1, 256 * 1_024, 256 * 1_024 + 1, 1_000_000].map((length) => [0, length]),
    ...[0, 1, 999_999].map((length) => [file.length - length - 1, length + 1]),
  ];
  for (const [first = 0, length = 0] of parts) {
    const headers = {
      Range: rangeOf(first, length),
      "Earshot-File": "bytes",
      "Content-Type": "a/b",
    };
    const answer = await ask({ headers });
    expect([answer.statusCode, answer.headers["content-length"]]).toEqual([206, String(length)]);
    expect(answer.headers.etag).toBe(`"${hash}"`);
    expect(answer.rawHeaders.join(" ")).not.toMatch(/earshot/i);
    expect((await buffer(answer)).equals(file.subarray(first, first + length))).toBe(true);
  }
  expect(outcomes).toEqual(parts.map(() => "answered"));
  await expect.poll(() => told, { timeout: 2_000 }).toEqual(seen.map(() => true));
  expect(connections()).toBe(1);
  for (const { headers } of seen) {
    expect(headers).toMatchObject({ "earshot-file": "name", "content-length": "1" });
    expect(headers).not.toHaveProperty("content-type");
  }
});

test("whatever else web answers follows on the same connection, and HEAD names nothing", async () => {
  const { ask, connections } = await pass((incoming, response) => {
    if (incoming.method === "HEAD") {
      expect(incoming.headers).toMatchObject({ "earshot-file": "bytes" });
      return sendFile(incoming, response);
    }
    if (incoming.headers.range !== "bytes=3000000-") return nameRange(incoming, response);
    response.writeHead(416, { "Content-Length": 4 }).end("none");
  });
  for (let time = 0; time < 3; time++) {
    expect(await text(await ask({ headers: { Range: "bytes=3000000-" } }))).toBe("none");
    expect((await buffer(await ask())).equals(file)).toBe(true);
    const head = await ask({ method: "HEAD" });
    expect([head.headers["content-length"], await text(head)]).toEqual([String(file.length), ""]);
  }
  expect(connections()).toBe(1);
});

test("many readers at once, some of them slow, get what each asked for", async () => {
  const { ask } = await pass(nameRange);
  await Promise.all(
    Array.from({ length: 20 }, async (_, reader) => {
      const [first, length] = [reader * 1_000, 2_000_000 + reader];
      const answer = await ask({ headers: { Range: rangeOf(first, length) }, agent: false });
      const pieces: Buffer[] = [];
      for await (const piece of answer) {
        pieces.push(piece);
        if (reader % 2 === 0) await sleep(1);
      }
      const part = file.subarray(first, first + length);
      expect(Buffer.concat(pieces).equals(part)).toBe(true);
    }),
  );
});

test("requests that were sent before the first was answered are answered in turn", async () => {
  const { port } = await pass(nameRange);
  const socket = connect(port, "127.0.0.1");
  const asked = (last: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nRange: ${rangeOf(5, 300_000)}\r\nConnection: ${last}\r\n\r\n`;
  socket.write(asked("keep-alive") + asked("keep-alive") + asked("close"));
  const all = await buffer(socket);
  const bodies = all.toString("latin1").split(/HTTP\/1\.1 206 .*?\r\n\r\n/s);
  const part = file.subarray(5, 300_005).toString("latin1");
  expect(bodies.map((body) => body === part)).toEqual([false, true, true, true]);
});

const endings: Record<string, (response: ServerResponse, web: Server | null) => void> = {
  "web takes its leave back": (response) => response.destroy(),
  "web is gone": (_, web) => web?.closeAllConnections(),
  "web says what nobody asked for": (response) => response.write("more"),
};
for (const [why, end] of Object.entries(endings)) {
  test(`what is under way breaks off when ${why}`, async () => {
    let response: ServerResponse | undefined;
    const { ask, behind, connections } = await pass((incoming, answering) => {
      if (connections() > 1) return nameRange(incoming, answering);
      response = answering;
      nameFile(answering, { hash: largeHash, size: large.length });
    });
    const answer = await ask();
    await once(answer, "readable");
    if (response) end(response, behind);
    const endedMs = performance.now();
    await expect(buffer(answer)).rejects.toThrow("aborted");
    expect(performance.now() - endedMs).toBeLessThan(500);
    expect((await buffer(await ask())).equals(file)).toBe(true);
  });
}

test("who leaves is left", async () => {
  let isOver = false;
  const { ask } = await pass((_, response) => {
    response.once("close", () => {
      isOver = true;
    });
    nameFile(response, { hash: largeHash, size: large.length });
  });
  const answer = await ask({ agent: false });
  await once(answer, "readable");
  expect(isOver).toBe(false);
  answer.on("error", () => undefined).destroy();
  await expect.poll(() => isOver).toBe(true);
});

test("a file that can't be sent from here is asked for anew, by its bytes", async () => {
  const lost = hashOf(Buffer.from("lost"));
  const cut = await keep(large.subarray(0, 1_000_000));
  const cutHash = hashOf(large.subarray(0, 1_000_000));
  const named: Record<string, Named> = {
    missing: { hash: lost },
    "of another size": { size: file.length + 1 },
    cut: { hash: cutHash, size: 1_000_000 },
  };
  const wanted: unknown[] = [];
  const { ask, connections } = await pass((incoming, response) => {
    wanted.push(incoming.headers["earshot-file"]);
    if (incoming.headers["earshot-file"] === "bytes") sendFile(incoming, response);
    else nameFile(response, named[incoming.headers.cookie ?? ""]);
  });
  await buffer(await ask({ headers: { Cookie: "cut" } }));
  expect(wanted.splice(0)).toEqual(["name"]);
  // It is open still.
  await truncate(cut, 0);
  for (const who of Object.keys(named)) {
    const answer = await ask({ headers: { Cookie: who } });
    expect([who, (await buffer(answer)).equals(file)]).toEqual([who, true]);
    expect(answer.headers.etag).toBe('"x"');
    // There is leave to send that one still.
    expect(wanted.splice(0)).toEqual(who === "cut" ? ["bytes"] : ["name", "bytes"]);
  }
  expect(connections()).toBe(2);
});

test("a file that becomes shorter on the way breaks off", async () => {
  const bytes = randomBytes(40_000_000);
  const kept = await keep(bytes);
  const { ask } = await pass((_, response) => {
    nameFile(response, { hash: hashOf(bytes), size: bytes.length });
  });
  const answer = await ask();
  await once(answer, "readable");
  await truncate(kept, 500_000);
  await expect(buffer(answer)).rejects.toThrow("aborted");
});

test("names that are no hash, and parts that no such file has, are not believed", async () => {
  const faults: Named[] = [
    { hash: "../../secrets" },
    { hash: hash.toUpperCase() },
    { hash: `${hash}0` },
    { first: 1, length: file.length },
    { first: -1 },
    { first: file.length, length: 0 },
  ];
  let fault: Named | undefined;
  const { ask } = await pass((_, response) => nameFile(response, fault));
  for (fault of faults) expect(await text(await ask())).toBe("broken");
});

test("buffers are bounded, and each is free again when its reader has all", async () => {
  const { ask, connections } = await pass(
    (_, response) => nameFile(response, { hash: largeHash, size: large.length }),
    { mostConnections: 2 },
  );
  const slow = [await ask({ agent: false }), await ask({ agent: false })];
  expect(await text(await ask({ agent: false }))).toBe("elsewhere");
  for (const one of slow) expect((await buffer(one)).equals(large)).toBe(true);
  expect((await buffer(await ask({ agent: false }))).equals(large)).toBe(true);
  expect(connections()).toBe(2);
});

test("web that closes its connection with this answer lets its reader have all of it", async () => {
  const { ask, connections } = await pass((_, response) => {
    response.shouldKeepAlive = false;
    nameFile(response, { hash: largeHash, size: large.length });
  });
  for (let time = 1; time <= 2; time++) {
    const answer = await ask();
    const pieces: Buffer[] = [];
    for await (const piece of answer) {
      pieces.push(piece);
      await sleep(1);
    }
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
    expect(connections()).toBe(time);
  }
});
