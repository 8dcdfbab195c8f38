import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { soundPath } from "@/lib/audio/store/sound-folder";
import { FileForwarder } from "./forward";

export const file = randomBytes(3_000_000);
export const path = "/api/recordings/r/audio";
export const sendFile: RequestListener = (_, response) => {
  response.writeHead(206, "Partial Content", [
    "Content-Length",
    String(file.length),
    "ETag",
    '"x"',
  ]);
  response.end(file);
};

export function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A folder of kept files, of which `file` is one. */
export function keepForTest() {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "earshot-kept-"));
    Object.assign(process.env, { DATA_DIR: folder, LOG_LEVEL: "silent" });
    await keep(file);
    return () => rm(folder, { recursive: true, force: true });
  });
  return { keep };
}

async function keep(bytes: Buffer): Promise<string> {
  const kept = soundPath(Buffer.from(hashOf(bytes), "hex"));
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, bytes);
  return kept;
}

export type Named = { hash?: string; first?: number; length?: number; size?: number };

/** What web does: a head without a body, until it is told that all is sent. */
export function nameFile(
  response: ServerResponse,
  { hash: named = hashOf(file), size = file.length, first = 0, length = size - first }: Named = {},
): void {
  response.writeHead(206, {
    "Content-Length": length,
    "Content-Range": `bytes ${first}-${first + length - 1}/${size}`,
    ETag: `"${named}"`,
    "Earshot-File": `${named} ${first} ${size}`,
  });
  response.flushHeaders();
  const { req } = response;
  req.once("end", () => response.end()).resume();
}

/** Names the range of the file that is asked for, from its first to its last byte. */
export const nameRange: RequestListener = (incoming, response) => {
  const [, first = 0, last = file.length - 1] =
    /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? "")?.map(Number) ?? [];
  nameFile(response, { first, length: last - first + 1 });
};

export function rangeOf(first: number, length: number): string {
  return `bytes=${first}-${first + length - 1}`;
}

const ends: (() => void)[] = [];

async function listen(answer: RequestListener, at: string | number): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 200 }, answer);
  ends.push(() => server.close().closeAllConnections());
  server.listen(at);
  await once(server, "listening");
  return server;
}

/** For each test a folder, in which web's socket lies. */
export function passForTest() {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "earshot-passing-"));
    return () => rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  return {
    pass: (answer: RequestListener | null, options = {}) =>
      startPassing(join(folder, "web"), answer, options),
  };
}

/** Answers behind, and one in front that passes everything on; notes what became of each request. */
async function startPassing(place: string, answer: RequestListener | null, options: object) {
  const behind = answer && (await listen(answer, place));
  let connections = 0;
  behind?.on("connection", () => connections++);
  const forwarder = new FileForwarder(place, options);
  const outcomes: string[] = [];
  const server = await listen(async (incoming, response) => {
    const outcome = await forwarder.forward(incoming, response);
    outcomes.push(outcome);
    if (outcome !== "answered" && !response.destroyed) response.writeHead(502).end(outcome);
  }, 0);
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  ends.push(() => agent.destroy());
  const ask = async (options: object = {}): Promise<IncomingMessage> => {
    const sent = request({ host: "127.0.0.1", port, agent, path, ...options });
    sent.end();
    const [answered] = await once(sent, "response");
    return answered;
  };
  return { ask, outcomes, behind, port, connections: () => connections };
}
