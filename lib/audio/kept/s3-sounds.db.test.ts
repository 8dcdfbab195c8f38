import { afterAll, beforeAll, expect, test } from "vitest";
import { openAudio } from "../open-attachment";
import { getRequest } from "../source/test-source";
import { soundStore } from "../store/sound-store";
import { s3Key, startS3Server } from "../store/test-s3-server";
import { sendFile, soundsForTest, toWav } from "./test-sounds";
import { verifySounds } from "./verify-sounds";

let server: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  server = await startS3Server();
  const { AUDIO_S3_BUCKET, AUDIO_S3_PREFIX, AWS_REGION, AWS_ENDPOINT_URL_S3 } = server.settings;
  const keys = { AWS_ACCESS_KEY_ID: s3Key, AWS_SECRET_ACCESS_KEY: s3Key };
  const bucket = { AUDIO_S3_BUCKET, AUDIO_S3_PREFIX, AWS_REGION, AWS_ENDPOINT_URL_S3 };
  Object.assign(process.env, { AUDIO_STORE: "s3", ...bucket, ...keys });
});
afterAll(() => server.stop());

const sounds = soundsForTest();

test("what is fetched is kept in the bucket, measured, played in parts and proved", async () => {
  const whole = toWav(2, [0.5]);
  sounds.answers.set("/call.wav", sendFile(whole, { "Content-Type": "audio/wav" }));
  await sounds.arrive({ a: "/call.wav" });
  sounds.keep({ limits: sounds.limits({ store: soundStore() }) });
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  expect(kept).toMatchObject({ bytes: whole.length, durationMs: 2_000, channels: 1 });
  await sounds.host.close();
  const response = await openAudio("a", getRequest({ Range: "bytes=100-199" }));
  expect([response.status, response.headers.get("content-range")]).toEqual([
    206,
    `bytes 100-199/${whole.length}`,
  ]);
  expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
  expect((await verifySounds(new AbortController().signal)).faulty).toEqual([]);
  expect(await sounds.filesOf()).toEqual([]);
});
