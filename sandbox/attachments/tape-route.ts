import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { type CallOrigin, readCallSid } from "../calls/call-sid";
import { createRandom } from "../numbers/random";
import type { Exchange, Route } from "../server/create-route-server";
import { HttpRefusal } from "../server/http-refusal";
import {
  leastSeconds,
  listTapeTurns,
  makeTape,
  mostSeconds,
  type TapeFormat,
  type TapeWish,
  tapeFormats,
} from "../sound/tape/make-tape";
import { requireToken } from "../tokens/require-token";
import type { TokenBook } from "../tokens/token-book";
import type { SpokenAudio } from "../transcriber/spoken-audio";
import { isNamedFault, type NamedFault } from "./audio-fault";
import { contentTypes, sendAudio } from "./audio-route";
import type { ServedLog } from "./served-log";

/** Recordings of any format and length, and faulty ones, by what their address asks for. */
export function createTapeRoute(tokens: TokenBook, spoken: SpokenAudio, served: ServedLog): Route {
  const kept = new Map<string, Promise<Buffer>>();
  const asked = new Map<string, number>();
  return {
    name: "audio",
    method: "GET",
    path: /^\/recordings\/(\w+)\.(wav|mp3|m4a|ogg|flac)$/,
    isMeant: ({ searchParams, pathname }) =>
      searchParams.size > 0 || !/\.(wav|mp3)$/.test(pathname),
    async handle(exchange) {
      requireToken(exchange.request, tokens);
      const { pathname, search, searchParams } = exchange.url;
      const origin = readCallSid(exchange.pathParts[0] ?? "");
      if (!origin) throw new HttpRefusal(404, "Recording not found.");
      const wish = readWish(exchange.pathParts[1], searchParams);
      const noteSent = served.begin(exchange);
      const fault = searchParams.get("fault");
      const times = (asked.get(pathname + search) ?? 0) + 1;
      asked.set(pathname + search, times);
      if (isNamedFault(fault) && answerFault[fault]?.(exchange, times)) return;
      const whole = await load(origin, wish);
      spoken.remember(origin, whole, listTapeTurns(origin, wish), wish.seconds);
      const audio = fault === "truncated" || fault === "garbled" ? spoil[fault](whole) : whole;
      noteSent(audio);
      const type = fault === "mislabelled" ? "text/plain" : contentTypes[wish.format];
      const tag = `"${origin.seed}.${origin.index}${search}"`;
      await sendAudio(
        exchange,
        { byteCount: audio.length, load: async () => audio, tag, type },
        "none",
      );
    },
  };

  /** Keeps those that were asked for last, as far as they are small. */
  function load(origin: CallOrigin, wish: TapeWish): Promise<Buffer> {
    const name = JSON.stringify([origin, wish]);
    const tape = kept.get(name) ?? makeTape(origin, wish);
    kept.delete(name);
    if (wish.seconds <= longSeconds) kept.set(name, tape);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return tape;
  }
}

const maxKept = 16;
const longSeconds = 300;

function readWish(format: string | undefined, search: URLSearchParams): TapeWish {
  const seconds = Number(search.get("seconds") ?? leastSeconds);
  const channels = search.get("channels") ?? "1";
  if (!(seconds >= leastSeconds && seconds <= mostSeconds)) {
    throw new HttpRefusal(400, `seconds must be from ${leastSeconds} to ${mostSeconds}.`);
  }
  if (channels !== "1" && channels !== "2") throw new HttpRefusal(400, "channels is 1 or 2.");
  const known: TapeFormat = tapeFormats.find((name) => name === format) ?? "wav";
  return { format: known, channels: channels === "2" ? 2 : 1, seconds };
}

type AnswerFault = (exchange: Exchange, times: number) => boolean;

/** Those that need no recording; each says whether it has answered. */
const answerFault: Partial<Record<NamedFault, AnswerFault>> = {
  dead: () => {
    throw new HttpRefusal(404, "Recording not found.");
  },
  late: (_, times) => {
    if (times < timesLate) throw new HttpRefusal(404, "The recording is not ready yet.");
    return false;
  },
  refusing: () => {
    throw new HttpRefusal(403, "Not for you.");
  },
  html: ({ response }) => {
    const page = "<!doctype html><title>Sign in</title><script>alert(1)</script>".padEnd(5_000);
    response.writeHead(200, { "Content-Type": "audio/mpeg", "Content-Length": page.length });
    response.end(page);
    return true;
  },
  endless: ({ response }) => {
    response.writeHead(200, { "Content-Type": "audio/wav" });
    response.write("RIFF....WAVEfmt ");
    sendForEver(response);
    return true;
  },
  bomb: ({ response }) => {
    response.writeHead(200, { "Content-Type": "audio/wav", "Content-Encoding": "gzip" });
    response.end(gzipSync(Buffer.alloc(bombBytes)));
    return true;
  },
};

const timesLate = 3;
const bombBytes = 100_000_000;

function sendForEver(response: ServerResponse): void {
  const chunk = Buffer.alloc(256 * 1024);
  const send = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once("drain", send);
  };
  send();
}

const spoil = {
  truncated: (audio: Buffer) => audio.subarray(0, Math.floor(audio.length * 0.6)),
  /** What a decoder looks at first is whole, so that it tells its type; all else is noise. */
  garbled: (audio: Buffer) => {
    const random = createRandom("garbled", audio.length);
    const noise = Buffer.from(random.hex(8_000), "hex");
    return Buffer.concat([audio.subarray(0, 16), noise]);
  },
};
