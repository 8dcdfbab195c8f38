import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { FileForwarder } from "./forward-file";

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
