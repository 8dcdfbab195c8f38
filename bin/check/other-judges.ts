import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { findOnPath } from "./on-path";

const run = promisify(execFile);

/**
 * A program that judges what the product does, and that the product never needs: the one on the PATH,
 * else Debian's, which is installed with what else it needs. @throws saying what to install, where this user may not
 */
export async function findTool(
  name: string,
  ...debianPackages: [string, ...string[]]
): Promise<string> {
  const found = onPath(name);
  if (found) return found;
  try {
    await install(debianPackages);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`This needs ${name}: install ${debianPackages.join(" and ")}. (${reason})`);
  }
  const installed = onPath(name);
  if (!installed) throw new Error(`${debianPackages[0]} has no program ${name}`);
  return installed;
}

async function install(debianPackages: string[]): Promise<void> {
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const get = (...parameters: string[]) => run("apt-get", ["-qq", ...parameters], options);
  const ask = () => get("install", "--yes", "--no-install-recommends", ...debianPackages);
  await ask().catch(async () => {
    await get("update");
    await ask();
  });
}

/** Servers lie where only root looks. */
function onPath(name: string): string | undefined {
  return findOnPath([name], ["/usr/sbin", "/sbin"]);
}

export type Heard = { seconds: number; channels: number; peaks: number[][] };

/**
 * How long a file is and how loud each of `stretches` equal parts of each channel, from 0 to 1, as
 * FFmpeg hears it. It is decoded twice, so that none of it need be held.
 */
export async function listenIndependently(file: string, stretches: number): Promise<Heard> {
  const ffmpeg = await findTool("ffmpeg", "ffmpeg");
  const { channels, rate, codec } = await probe(file);
  const decoder = codec === "opus" ? ["-c:a", "libopus"] : [];
  const decode = [...decoder, "-i", file, "-f", "f32le", "-c:a", "pcm_f32le", "-"];
  let values = 0;
  await readFloats(ffmpeg, decode, (floats) => {
    values += floats.length;
  });
  const frames = values / channels;
  const peaks = Array.from({ length: channels }, () => Array<number>(stretches).fill(0));
  let frame = 0;
  let channel = 0;
  let stretch = 0;
  let end = Math.floor(frames / stretches);
  await readFloats(ffmpeg, decode, (floats) => {
    for (const value of floats) {
      const of = peaks[channel] ?? [];
      of[stretch] = Math.max(of[stretch] ?? 0, Math.abs(value));
      channel += 1;
      if (channel < channels) continue;
      channel = 0;
      frame += 1;
      while (frame >= end && stretch < stretches - 1) {
        stretch += 1;
        end = Math.floor(((stretch + 1) * frames) / stretches);
      }
    }
  });
  return { seconds: frames / rate, channels, peaks };
}

async function probe(file: string): Promise<{ channels: number; rate: number; codec: string }> {
  const ffprobe = await findTool("ffprobe", "ffmpeg");
  const entries = "stream=codec_name,channels,sample_rate";
  const wanted = ["-v", "error", "-select_streams", "a:0", "-show_entries", entries, "-of", "json"];
  let text = "";
  await readOutput(ffprobe, [...wanted, file], (chunk) => {
    text += chunk.toString("utf8");
  });
  const told: { streams: { codec_name: string; channels: number; sample_rate: string }[] } =
    JSON.parse(text);
  const [stream] = told.streams;
  if (!stream) throw new Error(`${file} holds no sound`);
  return {
    channels: stream.channels,
    rate: Number(stream.sample_rate),
    codec: stream.codec_name,
  };
}

function readFloats(program: string, parameters: string[], take: (floats: Float32Array) => void) {
  let rest: Buffer = Buffer.alloc(0);
  return readOutput(program, ["-v", "error", ...parameters], (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    rest = bytes.subarray(whole);
    take(new Float32Array(new Uint8Array(bytes.subarray(0, whole)).buffer));
  });
}

function readOutput(
  program: string,
  parameters: string[],
  take: (chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.on("data", take);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}`));
    });
  });
}
