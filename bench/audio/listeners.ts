import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Track = { url: string; bytes: number };

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

/** Whoever seeks looks for something in one recording, and then in the next. */
const seeksInOne = 100;

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
  const heard: Heard = { seeks: 0, bytes: 0, seconds: 0, firstByteMs: [], faults: [] };
  const beganMs = performance.now();
  const isOver = () => performance.now() - beganMs >= durationMs;
  const work = async (listener: number) => {
    const cookie = plan.cookies[listener % plan.cookies.length] ?? "";
    await sleep(Math.random() * restMs);
    const site = new URL(plan.tracks[0]?.url ?? "");
    let connection = new Connection(site);
    let track: Track | undefined;
    for (let seeks = 0; !isOver(); seeks++) {
      if (seeks % seeksInOne === 0) {
        track = plan.tracks[Math.floor(Math.random() * plan.tracks.length)];
      }
      if (!track) return;
      await seek(connection, track, { cookie, partBytes: plan.partBytes }, heard).catch(
        (error: unknown) => {
          heard.faults.push(String(error));
          connection.destroy();
          connection = new Connection(site);
        },
      );
      if (restMs > 0) await sleep(restMs * (0.5 + Math.random()));
    }
    connection.destroy();
  };
  await Promise.all(Array.from({ length: listeners }, (_, listener) => work(listener)));
  heard.seconds = (performance.now() - beganMs) / 1_000;
  return heard;
}

const mostHeadBytes = 8_192;

/** What a listener hears goes into one buffer: the harness takes little of the processors that it shares. */
class Connection {
  readonly #socket: Socket;
  #take: (bytes: Uint8Array) => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;

  constructor({ hostname, port }: URL) {
    const buffer = Buffer.allocUnsafeSlow(256 * 1024);
    const callback = (length: number) => {
      this.#take(buffer.subarray(0, length));
      return true;
    };
    this.#socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resolves when the answer is there as a whole; `onPart` hears how many bytes of its body have come. */
  get(head: string, onPart: (bytes: number) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      let text = "";
      let left: number | undefined;
      let status = 0;
      this.#fail = reject;
      this.#take = (bytes) => {
        let part = bytes.length;
        if (left === undefined) {
          const before = text.length;
          // Of a first piece that brings much of the body with it, only what a head can be.
          const piece = Math.min(bytes.length, mostHeadBytes);
          text += Buffer.from(bytes.buffer, bytes.byteOffset, piece).toString("latin1");
          const end = text.indexOf("\r\n\r\n");
          if (end < 0 && text.length < mostHeadBytes) return;
          if (end < 0) return reject(new Error("an answer without a head's end"));
          status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
          left = Number(/^content-length: (\d+)$/im.exec(text.slice(0, end))?.[1] ?? Number.NaN);
          if (Number.isNaN(left)) return reject(new Error("an answer without a length"));
          part -= end + 4 - before;
        }
        left -= part;
        if (part > 0) onPart(part);
        if (left === 0) resolve(status);
        else if (left < 0) reject(new Error("more than the answer's length"));
      };
      this.#socket.write(head, "latin1");
    });
  }
}

async function seek(
  connection: Connection,
  { url, bytes }: Track,
  { cookie, partBytes }: { cookie: string; partBytes: number },
  heard: Heard,
): Promise<void> {
  const first = Math.floor(Math.random() * Math.max(bytes - partBytes, 1));
  const last = Math.min(first + partBytes, bytes) - 1;
  const { pathname, host } = new URL(url);
  const lines = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`, `Cookie: ${cookie}`];
  lines.push(`Range: bytes=${first}-${last}`, "", "");
  const begunMs = performance.now();
  let received = 0;
  const status = await connection.get(lines.join("\r\n"), (part) => {
    if (received === 0) heard.firstByteMs.push(performance.now() - begunMs);
    received += part;
  });
  if (status !== 206) heard.faults.push(`HTTP ${status}`);
  if (received !== last - first + 1) heard.faults.push(`${received} bytes`);
  heard.seeks += 1;
  heard.bytes += received;
}
