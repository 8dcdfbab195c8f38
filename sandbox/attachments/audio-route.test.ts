import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { writeCallSid } from "../calls/call-sid";
import { makeCall } from "../calls/make-call";
import { mp3Format } from "../sound/mp3/mp3-format";
import { fetchToken } from "../testing/fetch-token";
import { startTestSandbox } from "../testing/start-test-sandbox";
import { chooseAudioFault } from "./audio-fault";

const seed = 42;

/** Rendering takes time, so the tests use calls of a few seconds. */
const shortCalls = Array.from({ length: 1500 }, (_, index) => index).filter(
  (index) => makeCall(seed, index).durationSeconds <= 5,
);

function findShortCall(n: number, fault = "none"): number {
  return shortCalls.filter((index) => chooseAudioFault(seed, index) === fault)[n] ?? -1;
}

async function startWithToken(...args: string[]) {
  const { url } = await startTestSandbox(...args);
  const authorization = `Bearer ${await fetchToken(url)}`;
  return (index: number, extension: string, init: RequestInit = {}) =>
    fetch(`${url}/recordings/${writeCallSid({ seed, index })}.${extension}`, {
      ...init,
      headers: { authorization, ...init.headers },
    });
}

test("a WAV is as long as its header says, as the call lasted, and audible", async () => {
  const fetchAudio = await startWithToken();
  const index = findShortCall(0);
  const { durationSeconds } = makeCall(seed, index);
  const response = await fetchAudio(index, "wav");
  const wav = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-type")).toBe("audio/wav");
  expect(wav.toString("latin1", 0, 4) + wav.toString("latin1", 8, 16)).toBe("RIFFWAVEfmt ");
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  const seconds = (wav.length - 44) / wav.readUInt32LE(28);
  expect(seconds).toBe(durationSeconds);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (wav.length - 44) / 2);
  const meanSquare = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
  expect(Math.sqrt(meanSquare)).toBeGreaterThan(500);
});

test("of a long call the first minute is heard", async () => {
  const fetchAudio = await startWithToken();
  const index = Array.from({ length: 100 }, (_, i) => i).find(
    (i) => makeCall(seed, i).durationSeconds > 60,
  );
  const head = await fetchAudio(index ?? -1, "wav", { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(44 + 60 * 16_000 * 2));
});

test("an MP3 is a chain of whole frames", async () => {
  const fetchAudio = await startWithToken();
  const response = await fetchAudio(findShortCall(0), "mp3");
  const mp3 = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-type")).toBe("audio/mpeg");
  expect(mp3.length % mp3Format.frameBytes).toBe(0);
  for (let at = 0; at < mp3.length; at += mp3Format.frameBytes) {
    expect([...mp3.subarray(at, at + 4)]).toEqual(mp3Format.header);
  }
});

test("parts, last parts, and parts that do not exist", async () => {
  const fetchAudio = await startWithToken();
  const index = findShortCall(1);
  const whole = Buffer.from(await (await fetchAudio(index, "mp3")).arrayBuffer());
  const fetchRange = async (range: string) => {
    const response = await fetchAudio(index, "mp3", { headers: { range } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  };
  const part = await fetchRange("bytes=100-299");
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 100-299/${whole.length}`);
  expect(part.bytes.equals(whole.subarray(100, 300))).toBe(true);
  const open = await fetchRange(`bytes=${whole.length - 10}-`);
  expect(open.bytes.equals(whole.subarray(-10))).toBe(true);
  const suffix = await fetchRange("bytes=-50");
  expect(suffix.status).toBe(206);
  expect(suffix.bytes.equals(whole.subarray(-50))).toBe(true);
  const beyond = await fetchRange(`bytes=${whole.length}-`);
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe(`bytes */${whole.length}`);
  const nonsense = await fetchRange("bytes=abc");
  expect(nonsense.status).toBe(200);
  expect(nonsense.bytes.equals(whole)).toBe(true);
});

test("HEAD tells the length without a body", async () => {
  const fetchAudio = await startWithToken();
  for (const extension of ["wav", "mp3"]) {
    const head = await fetchAudio(findShortCall(2), extension, { method: "HEAD" });
    const whole = await (await fetchAudio(findShortCall(2), extension)).arrayBuffer();
    expect(head.headers.get("accept-ranges")).toBe("bytes");
    expect(head.headers.get("content-length")).toBe(String(whole.byteLength));
    expect(await head.text()).toBe("");
  }
});

test("no audio without a token, and none for a call that never was", async () => {
  const { url } = await startTestSandbox();
  const callSid = writeCallSid({ seed, index: 1 });
  expect((await fetch(`${url}/recordings/${callSid}.mp3`)).status).toBe(401);
  const authorization = `Bearer ${await fetchToken(url)}`;
  const forged = `CA${"0".repeat(32)}`;
  const response = await fetch(`${url}/recordings/${forged}.mp3`, { headers: { authorization } });
  expect(response.status).toBe(404);
});

test("misbehaving audio: missing, cut short, or without ranges", async () => {
  const fetchAudio = await startWithToken("--misbehave");
  expect((await fetchAudio(findShortCall(0, "missing"), "mp3")).status).toBe(404);
  const cutShort = await fetchAudio(findShortCall(0, "cut-short"), "mp3");
  await expect(cutShort.arrayBuffer()).rejects.toThrow();
  const headers = { range: "bytes=0-9" };
  const withoutRanges = await fetchAudio(findShortCall(0, "without-ranges"), "mp3", { headers });
  expect(withoutRanges.status).toBe(200);
  expect(withoutRanges.headers.get("accept-ranges")).toBeNull();
});

test("whoever proves what it keeps is told what was sent as a whole", async () => {
  const { url } = await startTestSandbox();
  const headers = { authorization: `Bearer ${await fetchToken(url)}` };
  const path = `/recordings/${writeCallSid({ seed, index: 1 })}.wav?seconds=10`;
  const sent = Buffer.from(await (await fetch(url + path, { headers })).arrayBuffer());
  await (await fetch(url + path, { headers: { ...headers, range: "bytes=0-9" } })).arrayBuffer();
  const readServed = async () => (await fetch(`${url}/api/sandbox/served`)).json();
  await expect.poll(readServed).toMatchObject([
    { path, sha256: createHash("sha256").update(sent).digest("hex") },
    { path, sha256: null },
  ]);
});
