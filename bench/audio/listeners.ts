import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export type Track = { url: string; bytes: number };

type Listening = {
  tracks: Track[];
  /** Of the people who listen, several at once each. */
  cookies: string[];
  listeners: number;
  /** Of one seek: what a player reads ahead. */
  partBytes: number;
  /** How long each listens before the next seek; 0: seeks without a rest. */
  restMs: number;
  durationMs: number;
};

export type Heard = {
  seeks: number;
  bytes: number;
  seconds: number;
  firstByteMs: number[];
  faults: string[];
};

/** Lets listeners seek at random, each on a connection of its own, and says what they got. */
export async function listen(plan: Listening): Promise<Heard> {
  const { listeners, durationMs, restMs } = plan;
  const agent = new Agent({ keepAlive: true, maxSockets: listeners });
  const heard: Heard = { seeks: 0, bytes: 0, seconds: 0, firstByteMs: [], faults: [] };
  const beganMs = performance.now();
  const isOver = () => performance.now() - beganMs >= durationMs;
  const work = async (listener: number) => {
    const cookie = plan.cookies[listener % plan.cookies.length] ?? "";
    await sleep(Math.random() * restMs);
    while (!isOver()) {
      const track = plan.tracks[Math.floor(Math.random() * plan.tracks.length)];
      if (!track) return;
      await seek(agent, track, { cookie, partBytes: plan.partBytes }, heard).catch(
        (error: unknown) => {
          heard.faults.push(String(error));
        },
      );
      if (restMs > 0) await sleep(restMs * (0.5 + Math.random()));
    }
  };
  await Promise.all(Array.from({ length: listeners }, (_, listener) => work(listener)));
  heard.seconds = (performance.now() - beganMs) / 1_000;
  agent.destroy();
  return heard;
}

function seek(
  agent: Agent,
  { url, bytes }: Track,
  { cookie, partBytes }: { cookie: string; partBytes: number },
  heard: Heard,
): Promise<void> {
  const first = Math.floor(Math.random() * Math.max(bytes - partBytes, 1));
  const last = Math.min(first + partBytes, bytes) - 1;
  const begunMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { Cookie: cookie, Range: `bytes=${first}-${last}` };
    const sent = request(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 206) heard.faults.push(`HTTP ${answer.statusCode}`);
      let received = 0;
      answer.on("data", (piece: Buffer) => {
        if (received === 0) heard.firstByteMs.push(performance.now() - begunMs);
        received += piece.length;
      });
      answer.once("error", reject);
      answer.once("end", () => {
        if (received !== last - first + 1) heard.faults.push(`${received} bytes`);
        heard.seeks += 1;
        heard.bytes += received;
        resolve();
      });
    });
    sent.once("error", reject);
    sent.end();
  });
}
