import { appendFile, rm, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { fetchMissing, verifySounds } from "./custody/verify-sounds";
import { getSound } from "./kept/get-sound";
import { sendFile, soundsForTest, toWav } from "./kept/test-sounds";
import { openAudio } from "./open-attachment";
import { codeOf, getRequest } from "./source/test-source";
import { soundPath } from "./store/sound-folder";

const sounds = soundsForTest();
const whole = toWav(2);
sounds.answers.set("/call.wav", sendFile(whole, { "Content-Type": "audio/wav" }));

test("a part of a kept file is that part, and only of that very file", async () => {
  await sounds.arrive({ a: "/call.wav" });
  sounds.keep();
  const { kept } = await sounds.until("a", ({ state }) => state === "kept");
  const tag = `"${kept?.sha256}"`;
  const size = whole.length;
  const ask = async (headers: Record<string, string>, init: RequestInit = {}) => {
    const response = await openAudio("a", getRequest(headers, init));
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, range: response.headers.get("content-range"), bytes };
  };
  expect(await ask({ Range: "bytes=100-199" })).toEqual({
    status: 206,
    range: `bytes 100-199/${size}`,
    bytes: whole.subarray(100, 200),
  });
  expect((await ask({ Range: "bytes=-50" })).bytes).toEqual(whole.subarray(-50));
  expect((await ask({ Range: `bytes=${size - 1}-` })).bytes).toEqual(whole.subarray(-1));
  expect((await ask({ Range: "bytes=0-1", "If-Range": tag })).status).toBe(206);
  expect((await ask({ Range: "bytes=0-1", "If-Range": '"other"' })).bytes.equals(whole)).toBe(true);
  expect(await ask({ Range: `bytes=${size}-` })).toMatchObject({
    status: 416,
    range: `bytes */${size}`,
  });
  const head = await openAudio("a", getRequest({}, { method: "HEAD" }));
  expect([head.status, head.headers.get("content-length"), head.body]).toEqual([
    200,
    String(size),
    null,
  ]);
  const saved = await openAudio("a", getRequest({}));
  expect(saved.headers.get("content-disposition")).toBe(
    'attachment; filename="spring-Noor-Haddad-2026-11-20-1000.wav"',
  );
  await saved.body?.cancel();
  const version = await openAudio(
    "a",
    new Request(`http://earshot.test/a?version=${kept?.sha256}`),
  );
  expect(Buffer.from(await version.arrayBuffer()).equals(whole)).toBe(true);
  const unknown = await openAudio(
    "a",
    new Request(`http://earshot.test/a?version=${"0".repeat(64)}`),
  );
  expect(await codeOf(unknown)).toBe("audio-version-not-found");
});

test("a kept file that is gone from the disk is told so and fetched anew", async () => {
  await sounds.arrive({ a: "/call.wav" });
  const keeper = sounds.keep();
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  await keeper.stop();
  const path = soundPath(Buffer.from(kept?.sha256 ?? "", "hex"));
  await rm(path);
  await openAudio("a", getRequest()).then((response) => response.body?.cancel());
  expect(await getSound("a")).toMatchObject({ state: "waiting", kept: null });
  sounds.keep();
  expect((await sounds.until("a", ({ state }) => state === "kept")).kept?.proofFault).toBeNull();
  expect((await stat(path)).size).toBe(whole.length);
});

test("verifying finds what is missing and what has changed, and both are fetched anew", async () => {
  for (const id of ["b", "c"]) {
    sounds.answers.set(`/${id}.wav`, sendFile(Buffer.concat([whole, Buffer.from(id)])));
  }
  await sounds.arrive({ a: "/call.wav", b: "/b.wav", c: "/c.wav" });
  const keeper = sounds.keep();
  const hashes = new Map<string, string>();
  for (const id of ["a", "b", "c"]) {
    const { kept } = await sounds.until(id, (sound) => sound.kept?.isMeasured === true);
    hashes.set(id, kept?.sha256 ?? "");
  }
  await keeper.stop();
  const signal = new AbortController().signal;
  const before = (await getSound("a"))?.kept?.provedAt ?? "";
  expect(await verifySounds(signal)).toEqual({ files: 3, recordings: 3, faulty: [] });
  const provedAt = (await getSound("a"))?.kept?.provedAt ?? "";
  expect(Date.parse(provedAt)).toBeGreaterThan(Date.parse(before));

  const pathOf = (id: string) => soundPath(Buffer.from(hashes.get(id) ?? "", "hex"));
  await rm(pathOf("b"));
  await appendFile(pathOf("c"), "more");
  const { faulty } = await verifySounds(signal);
  expect(faulty.toSorted((one, other) => one.recordingId.localeCompare(other.recordingId))).toEqual(
    [
      { recordingId: "b", sha256: hashes.get("b"), proof: "missing" },
      { recordingId: "c", sha256: hashes.get("c"), proof: "changed" },
    ],
  );
  sounds.keep();
  for (const id of ["b", "c"]) await sounds.until(id, ({ state }) => state === "kept");
  expect((await verifySounds(signal)).faulty).toEqual([]);
});

test("everything that is not kept can be asked for at once", async () => {
  await sounds.arrive({ a: "/gone.wav", b: "/call.wav" });
  sounds.keep();
  await sounds.until("a", ({ triedAt, isBusy }) => triedAt !== null && !isBusy);
  await sounds.until("b", ({ state }) => state === "kept");
  await sounds.pool.query(
    "UPDATE sound SET state = 'gone', next_try_at = NULL WHERE sha256 IS NULL",
  );
  sounds.answers.set("/gone.wav", sendFile(whole));
  expect(await fetchMissing()).toBe(1);
  await sounds.until("a", ({ state }) => state === "kept");
});
