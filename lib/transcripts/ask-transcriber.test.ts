import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { Secret } from "@/lib/platform/settings/secret";
import { askTranscriber } from "./ask-transcriber";
import {
  answerJson,
  answerText,
  type Reply,
  spokenAnswer,
  startTranscriber,
} from "./test-transcriber";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const sound = Buffer.alloc(300_000, "sound");
const open = async () => ({
  bytes: (async function* () {
    for (let at = 0; at < sound.length; at += 65_536) yield sound.subarray(at, at + 65_536);
  })(),
  size: sound.length,
  type: "audio/wav",
  close: async () => undefined,
});

async function ask(
  replies: Reply[],
  { totalMs = 5_000, signal = new AbortController().signal } = {},
) {
  const server = await startTranscriber(...replies);
  ends.push(server.close);
  const transcriber = {
    url: server.url,
    key: new Secret("sk-canary"),
    model: "whisper-1",
    totalMs,
  };
  return { answer: await askTranscriber(transcriber, open, signal), asked: server.asked };
}

test("the file goes out whole, with the key and the model, and words come back with their times", async () => {
  const { answer, asked } = await ask([answerJson(spokenAnswer)]);
  const [{ authorization, form } = { authorization: "", form: new FormData() }] = asked;
  expect(authorization).toBe("Bearer sk-canary");
  const file = form.get("file");
  if (!(file instanceof File)) throw new Error("no file came");
  expect([file.name, file.type, file.size]).toEqual(["recording.wav", "audio/wav", sound.length]);
  expect(Buffer.from(await file.arrayBuffer()).equals(sound)).toBe(true);
  expect(form.get("model")).toBe("whisper-1");
  expect(form.get("response_format")).toBe("verbose_json");
  expect(form.getAll("timestamp_granularities[]")).toEqual(["word", "segment"]);
  expect(answer).toEqual({
    language: "english",
    cues: [
      {
        text: "Hello there.",
        speaker: "A",
        startMs: 0,
        endMs: 1_200,
        words: [
          { text: "Hello ", startMs: 100, endMs: 500 },
          { text: "there.", startMs: 600, endMs: 1_100 },
        ],
      },
      {
        text: "A mango, please!",
        speaker: null,
        startMs: 1_200,
        endMs: 3_000,
        words: [
          { text: "A ", startMs: 1_300, endMs: 1_400 },
          { text: "mango, ", startMs: 1_500, endMs: 2_000 },
          { text: "please!", startMs: 2_100, endMs: 2_800 },
        ],
      },
    ],
  });
});

test("a server that knows no times is asked once more, and its text is kept without them", async () => {
  const refusal = answerJson({ error: { message: "verbose_json is not supported" } }, 400);
  const { answer, asked } = await ask([refusal, answerJson({ text: "One.\nTwo." })]);
  expect(asked.map(({ form }) => form.get("response_format"))).toEqual(["verbose_json", "json"]);
  expect(answer).toMatchObject({
    cues: [
      { text: "One.", startMs: null },
      { text: "Two.", startMs: null },
    ],
  });
});

test("bare text, WebVTT, and words without segments are read too", async () => {
  expect((await ask([answerText("Just said\n")])).answer).toMatchObject({
    cues: [{ text: "Just said", startMs: null }],
  });
  expect((await ask([answerText("WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n")])).answer).toMatchObject(
    {
      cues: [{ text: "Hi", startMs: 1_000 }],
    },
  );
  const words = ["One.", "Two", "three"].map((word, at) => ({ word, start: at, end: at + 0.8 }));
  expect((await ask([answerJson({ words })])).answer).toMatchObject({
    cues: [
      { text: "One.", startMs: 0, endMs: 800 },
      { text: "Two three", startMs: 1_000, endMs: 2_800 },
    ],
  });
});

test("what fails says why, and when to ask again", async () => {
  const answerTo = async (...replies: Reply[]) => (await ask(replies)).answer;
  expect(await answerTo(answerJson({ error: { message: "Bad key: sk-canary" } }, 401))).toEqual({
    fault: "key-refused",
    reason: "HTTP 401",
    retryAfterMs: null,
  });
  expect(await answerTo(answerJson({}, 429, { "Retry-After": "7" }))).toMatchObject({
    fault: "rate-limited",
    retryAfterMs: 7_000,
  });
  expect(await answerTo(answerJson({ error: { message: "key sk-canary too big" } }, 413))).toEqual({
    fault: "refused",
    reason: "HTTP 413: key [redacted] too big",
    retryAfterMs: null,
  });
  expect(await answerTo(answerJson({}, 503))).toMatchObject({ fault: "server-failed" });
  expect(await answerTo(answerJson({ text: "" }))).toMatchObject({ fault: "no-speech" });
  expect(await answerTo(answerText("<h1>Hi</h1>", "text/html"))).toMatchObject({
    fault: "answer-unreadable",
  });
  expect(await answerTo(answerJson({ segments: [{ start: "x" }] }))).toMatchObject({
    fault: "answer-unreadable",
  });
  const moved = answerJson({}, 302, { Location: "http://127.0.0.1:9/" });
  expect(await answerTo(moved)).toMatchObject({ fault: "refused", reason: "HTTP 302" });
  expect(await answerTo((_, response) => void response.destroy())).toMatchObject({
    fault: "unreachable",
  });
});

test("a server that isn't there leaves nothing open", async () => {
  let closed = 0;
  const close = async () => {
    closed += 1;
  };
  const nowhere = { url: "http://127.0.0.1:9/v1", key: undefined, model: "whisper-1" };
  const opened = async () => ({ ...(await open()), close });
  const answer = await askTranscriber(nowhere, opened, new AbortController().signal);
  expect(answer).toMatchObject({ fault: "unreachable" });
  expect(closed).toBe(1);
});

test("an answer without end, and one that never comes, are left", async () => {
  const flood: Reply = (_, response) => {
    const chunk = Buffer.alloc(1_048_576, " ");
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once("drain", write);
    };
    write();
  };
  expect((await ask([flood])).answer).toMatchObject({ fault: "answer-unreadable" });
  const never: Reply = () => undefined;
  expect((await ask([never], { totalMs: 200 })).answer).toMatchObject({ fault: "timeout" });
  const stopping = new AbortController();
  const asking = ask([never], { signal: stopping.signal });
  await sleep(100);
  stopping.abort();
  await expect(asking).rejects.toThrow();
});
