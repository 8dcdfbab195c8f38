import { rm, stat } from "node:fs/promises";
import { expect, test } from "vitest";
import { openAudio } from "../open-attachment";
import { codeOf, getRequest } from "../source/test-source";
import { getSound } from "./get-sound";
import { soundPath } from "./sound-files";
import { sendFile, soundsForTest, toWav } from "./test-sounds";

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
  const saved = await openAudio("a", new Request("http://earshot.test/audio?download"));
  expect(saved.headers.get("content-disposition")).toBe('attachment; filename="a.wav"');
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
