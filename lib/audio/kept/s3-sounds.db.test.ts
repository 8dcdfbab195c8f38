import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopTestServers } from "@/lib/calling-service/test-server";
import { proveFile, verifySounds } from "../custody/verify-sounds";
import { openAudio } from "../open-attachment";
import { getRequest } from "../source/test-source";
import { openS3Store } from "../store/s3-store";
import { soundFolder } from "../store/sound-folder";
import { soundStore } from "../store/sound-store";
import { proxyTo, s3Key, startS3Server, uploadsOf } from "../store/test-s3-server";
import { claimSounds, settleKept } from "./claim-sounds";
import { getSound } from "./get-sound";
import { sendFile, soundsForTest, toWav } from "./test-sounds";

let server: Awaited<ReturnType<typeof startS3Server>>;
let proxy: Awaited<ReturnType<typeof proxyTo>>;
let before: (asked: string) => Promise<void> = async () => undefined;

beforeAll(async () => {
  server = await startS3Server();
  proxy = await proxyTo(server.settings.AWS_ENDPOINT_URL_S3, (asked) => before(asked));
  const { AUDIO_S3_BUCKET, AUDIO_S3_PREFIX, AWS_REGION } = server.settings;
  const AWS_ENDPOINT_URL_S3 = proxy.url;
  const keys = { AWS_ACCESS_KEY_ID: s3Key, AWS_SECRET_ACCESS_KEY: s3Key };
  const bucket = { AUDIO_S3_BUCKET, AUDIO_S3_PREFIX, AWS_REGION, AWS_ENDPOINT_URL_S3 };
  Object.assign(process.env, { AUDIO_STORE: "s3", ...bucket, ...keys });
});
afterAll(() => {
  proxy.close();
  return server.stop();
});

const sounds = soundsForTest();

test("what is fetched is kept in the bucket, measured, played in parts and proved", async () => {
  const whole = toWav(2, [0.5]);
  sounds.answers.set("/call.wav", sendFile(whole, { "Content-Type": "audio/wav" }));
  await sounds.arrive({ a: "/call.wav" });
  sounds.keep({ limits: sounds.limits({ store: soundStore() }) });
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  expect(kept).toMatchObject({ bytes: whole.length, durationMs: 2_000, channels: 1 });
  await stopTestServers();
  const response = await openAudio("a", getRequest({ Range: "bytes=100-199" }));
  expect([response.status, response.headers.get("content-range")]).toEqual([
    206,
    `bytes 100-199/${whole.length}`,
  ]);
  expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
  expect((await verifySounds(new AbortController().signal)).faulty).toEqual([]);
  expect(await sounds.filesOf()).toEqual([]);
});

test("whoever is killed in the middle of an upload leaves no part of it in the bucket", async () => {
  const whole = Buffer.concat([toWav(1), randomBytes(20 * 1024 ** 2)]);
  sounds.answers.set("/large.wav", sendFile(whole, { "Content-Type": "audio/wav" }));
  await sounds.arrive({ a: "/large.wav" });
  const { host } = new URL(sounds.host.origin);
  const env = { ...process.env, AUDIO_HOSTS: host, AUDIO_LEAVE_FREE_GB: "0", LOG_LEVEL: "silent" };
  const program = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=react-server", "bin/sounds.ts"],
    { env, stdio: "ignore" },
  );
  const gone = once(program, "exit");
  await new Promise<void>((resolve) => {
    before = async (asked) => {
      if (!asked.includes("partNumber=3")) return;
      resolve();
      await gone;
    };
  });
  program.kill("SIGKILL");
  await gone;
  before = async () => undefined;
  const uploads = () => readdir(uploadsOf(server.directory));
  const [cut] = await uploads();
  const partsOf = await readdir(join(uploadsOf(server.directory), cut ?? ""));
  expect(partsOf).toEqual(expect.arrayContaining(["1", "2"]));

  // The next one begins anew, and leaves alone what may be another one's.
  await sounds.pool.query("UPDATE sound SET claimed_until = now() - interval '1 second'");
  const store = soundStore();
  const keeper = sounds.keep({ limits: sounds.limits({ store, maxBytes: whole.length }) });
  await sounds.until("a", ({ state }) => state === "kept");
  await keeper.stop();
  expect(await store.prove(createHash("sha256").update(whole).digest())).toBe("proved");
  expect(await uploads()).toEqual([cut]);
  expect(await store.removeStale(new Date())).toBe(0);

  // What the killed one had written here, and its note.
  const left = await sounds.filesOf();
  expect(left).toHaveLength(2);
  for (const path of left) await utimes(path, 0, 0);
  expect(await store.removeStale(new Date())).toBe(2);
  expect([await uploads(), await sounds.filesOf()]).toEqual([[], []]);
});

test("a whole file that comes the moment a damaged one is removed is never noted and gone", async () => {
  const content = toWav(1, [0.25]);
  const sha256 = createHash("sha256").update(content).digest();
  const direct = openS3Store(server.settings, soundFolder());
  const put = async (bytes: Buffer) => {
    const path = join(process.env.DATA_DIR ?? "", "put-part");
    await writeFile(path, bytes);
    await direct.take({ path, bytes: bytes.length }, sha256);
  };
  await sounds.arrive({ a: "/late.wav" });
  const claimant = randomUUID();
  const [sound] = await claimSounds(claimant, { most: 1, mostOfHost: 1 });
  if (!sound) throw new Error("nothing was claimed");
  await put(Buffer.from("damaged"));
  let settling: Promise<void> | undefined;
  before = async (asked) => {
    if (!asked.startsWith("DELETE") || settling || asked.includes("damaged")) return;
    // This server knows no condition: it removes what has just come.
    await put(content);
    const fetched = { sha256, bytes: content.length, type: "audio/wav" };
    // Who has seen it there takes a while to note it.
    const open = async (hash: Uint8Array) => {
      const opened = await direct.open(hash);
      await sleep(1_000);
      return opened;
    };
    settling = settleKept(claimant, sound, fetched, { open });
    await sleep(500);
  };
  await proveFile(new Uint8Array(sha256));
  before = async () => undefined;
  expect(settling).toBeDefined();
  await settling;
  const isThere = (await direct.prove(sha256)) === "proved";
  const { state, nextTryAt } = (await getSound("a")) ?? {};
  expect(isThere).toBe(false);
  expect(state).toBe("waiting");
  expect(nextTryAt).not.toBeNull();
});
