import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { file, hashOf, keepForTest, nameRange, passForTest, path, rangeOf } from "./test-passing";

const { pass } = passForTest();
keepForTest();
const hash = hashOf(file);
const outside = `bytes=${file.length}-`;

/** Web as it names a file, and what it was asked and told. */
async function passNamed() {
  const asked: IncomingMessage[] = [];
  const told: boolean[] = [];
  const passing = await pass((incoming, response) => {
    asked.push(incoming);
    response.once("close", () => told.push(response.writableFinished));
    if (incoming.headers.range === outside) response.writeHead(416, { "Content-Length": 0 }).end();
    else nameRange(incoming, response);
  });
  const get = async (headers: Record<string, string>, at = path) => {
    const answer = await passing.ask({ headers: { Cookie: "a=1", ...headers }, path: at });
    return { answer, body: await buffer(answer) };
  };
  return { ...passing, asked, told, get };
}
test("who goes on in a file within a second needs one leave, and later another one", async () => {
  const { get, asked, told, connections } = await passNamed();
  const beganMs = performance.now();
  const first = await get({ Range: rangeOf(7, 5) });
  for (const [range, begin, end] of [
    [rangeOf(1_000, 2_000_000), 1_000, 2_001_000],
    ["bytes=-300", file.length - 300, file.length],
    ["bytes=2999990-9999999", 2_999_990, file.length],
    ["bytes=2000000-", 2_000_000, file.length],
  ] as const) {
    const { answer, body } = await get({ Range: range });
    expect([answer.statusCode, answer.statusMessage]).toEqual([206, "Partial Content"]);
    expect(answer.headers).toMatchObject({
      etag: `"${hash}"`,
      "content-length": String(end - begin),
      "content-range": `bytes ${begin}-${end - 1}/${file.length}`,
    });
    expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(first.answer.headers).sort());
    expect(body.equals(file.subarray(begin, end))).toBe(true);
  }
  for (const headers of [
    {},
    { Range: rangeOf(0, 5), "If-Range": '"another"' },
    { Range: "lines=1" },
  ]) {
    const { answer, body } = await get(headers as Record<string, string>);
    expect([answer.statusCode, answer.headers["content-range"]]).toEqual([200, undefined]);
    expect(body.equals(file)).toBe(true);
  }
  const same = await get({ Range: rangeOf(0, 5), "If-Range": `"${hash}"` });
  expect([same.answer.statusCode, same.body.length]).toEqual([206, 5]);
  expect(performance.now() - beganMs).toBeLessThan(1_000);
  expect([asked.length, told]).toEqual([1, []]);
  // Nobody goes on: web is told.
  await expect.poll(() => told, { timeout: 2_000 }).toEqual([true]);
  await get({ Range: rangeOf(0, 5) });
  expect([asked.length, connections()]).toEqual([2, 1]);
});

test("leave is for the same words alone, and its place is given back before another is asked for", async () => {
  const { get, asked, told, connections } = await passNamed();
  const range = { Range: rangeOf(0, 5) };
  await get(range);
  for (const [headers, at] of [
    [range, "/api/recordings/other/audio"],
    [range, `${path}?version=${hash}`],
    [{ ...range, "Accept-Language": "de" }, path],
  ] as const) {
    const before = asked.length;
    await get(headers, at);
    expect([asked.length, told]).toEqual([before + 1, Array(before).fill(true)]);
  }
  // What lies outside of the file is for web to say.
  expect((await get({ Range: outside })).answer.statusCode).toBe(416);
  expect(connections()).toBe(1);
  // Somebody else's place is none of this one's.
  const before = asked.length;
  await get(range);
  await get({ ...range, Cookie: "a=2" });
  expect([asked.length, connections()]).toEqual([before + 2, 2]);
});

test("leave that web takes back between two parts is over at once", async () => {
  const { get, asked, behind, connections } = await passNamed();
  await get({ Range: rangeOf(0, 5) });
  behind?.closeAllConnections();
  await sleep(50);
  expect((await get({ Range: rangeOf(5, 5) })).body.equals(file.subarray(5, 10))).toBe(true);
  expect([asked.length, connections()]).toEqual([2, 2]);
});
