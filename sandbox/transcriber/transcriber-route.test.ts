import { expect, test } from "vitest";
import { writeCallSid } from "../calls/call-sid";
import { makeCall } from "../calls/make-call";
import { fetchToken } from "../testing/fetch-token";
import { startTestSandbox } from "../testing/start-test-sandbox";

const seed = 42;
const key = "sandbox-transcriber-key";
const index = Array.from({ length: 200 }, (_, one) => one).findIndex((one) => {
  const { status, durationSeconds } = makeCall(seed, one);
  return status === "completed" && durationSeconds < 60;
});

async function start(...args: string[]) {
  const { url } = await startTestSandbox(...args);
  const authorization = `Bearer ${await fetchToken(url)}`;
  const fetchAudio = async (path: string) =>
    (await fetch(`${url}/recordings/${path}`, { headers: { authorization } })).blob();
  const transcribe = (file: Blob, fields: [string, string][] = [], bearer = key) => {
    const form = new FormData();
    form.append("file", file, "recording.wav");
    for (const [name, value] of [["model", "whisper-1"], ...fields])
      form.append(name ?? "", value ?? "");
    const headers = { authorization: `Bearer ${bearer}` };
    return fetch(`${url}/v1/audio/transcriptions`, { method: "POST", headers, body: form });
  };
  return { fetchAudio, transcribe };
}

const verbose: [string, string][] = [
  ["response_format", "verbose_json"],
  ["timestamp_granularities[]", "word"],
];

test("it says what it spoke, with times of words within the recording", async () => {
  const { fetchAudio, transcribe } = await start();
  const file = await fetchAudio(`${writeCallSid({ seed, index })}.wav`);
  const answer = await (await transcribe(file, verbose)).json();
  const seconds = (file.size - 44) / 32_000;
  expect(answer.duration).toBeCloseTo(seconds, 1);
  expect(answer.text).toContain(makeCall(seed, index).customer.firstName);
  expect(answer.segments.length).toBeGreaterThan(2);
  expect(new Set(answer.segments.map((one: { speaker: string }) => one.speaker)).size).toBe(2);
  let last = 0;
  for (const { start: begin, end } of answer.words) {
    expect(begin).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(begin);
    last = begin;
  }
  expect(last).toBeLessThan(seconds);
  const again = await (await transcribe(file)).json();
  expect(again).toEqual({ text: answer.text });
});

test("of a tape of another format too, to its end", async () => {
  const { fetchAudio, transcribe } = await start();
  const file = await fetchAudio(`${writeCallSid({ seed, index })}.flac?seconds=60&channels=2`);
  const { segments } = await (await transcribe(file, verbose)).json();
  expect(segments.at(-1).end).toBeGreaterThan(45);
  expect(segments.at(-1).end).toBeLessThanOrEqual(60);
});

test("a wrong key, a strange file, and misbehaviour", async () => {
  const { fetchAudio, transcribe } = await start("--misbehave");
  const file = await fetchAudio(`${writeCallSid({ seed, index })}.ogg?seconds=10`);
  expect((await transcribe(file, [], "wrong")).status).toBe(401);
  expect((await transcribe(new Blob(["RIFF"]))).status).toBe(400);
  expect((await transcribe(file)).status).toBe(500);
  expect((await transcribe(file)).status).toBe(200);
});
