import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the stub answers whoever asks for a token. */
export type TokenManner = keyof typeof tokenAnswers;

export type CallingServiceStub = {
  url: string;
  audioUrl: string;
  /** Sound that goes on for as long as one listens. */
  endlessAudioUrl: string;
  rosterUrl: string;
  behave: (manner: TokenManner) => void;
  /** The bodies that came to the token endpoint, and each `Authorization` that came for a file. */
  received: string[];
  close: () => Promise<void>;
};

type Contents = { token: string; marker: string };

/**
 * A calling service whose every word is known, unlike the sandbox's: it issues the given token, and
 * its files hold the marker, in their bytes and in their addresses.
 */
export async function startCallingServiceStub({
  token,
  marker,
}: Contents): Promise<CallingServiceStub> {
  let manner: TokenManner = "issues";
  const received: string[] = [];
  const paths = {
    audio: `/${marker}/call.wav`,
    endlessAudio: `/${marker}/endless.wav`,
    roster: `/${marker}/roster.csv`,
  };

  const server = createServer(async (request, response) => {
    if (request.url === "/api/generate-token") {
      received.push(Buffer.concat(await request.toArray()).toString());
      return tokenAnswers[manner](response, token);
    }
    received.push(request.headers.authorization ?? "no authorization");
    const isGood = knowsItsTokens(manner) && request.headers.authorization === `Bearer ${token}`;
    if (!isGood) return send(response, 401, {}, "");
    if (request.url === paths.audio) {
      return send(response, 200, { "Content-Type": "audio/wav" }, toWav(marker));
    }
    if (request.url === paths.endlessAudio) {
      response.writeHead(200, { "Content-Type": "audio/wav" });
      const beat = setInterval(() => response.write(Buffer.alloc(1_000)), 50);
      response.once("close", () => clearInterval(beat));
      return;
    }
    if (request.url === paths.roster) {
      return send(response, 200, { "Content-Type": "text/csv" }, `name\n${marker}\n`);
    }
    send(response, 404, {}, "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    audioUrl: `${url}${paths.audio}`,
    endlessAudioUrl: `${url}${paths.endlessAudio}`,
    rosterUrl: `${url}${paths.roster}`,
    behave: (next) => {
      manner = next;
    },
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The faults tell what they should keep to themselves: a careless service is no excuse. */
const tokenAnswers = {
  issues: (response: ServerResponse, token: string) =>
    sendJson(response, 200, { success: true, message: "Done", token, expiresAt: inOneHour() }),
  "refuses the key": (response: ServerResponse, token: string) =>
    sendJson(response, 401, { success: false, message: `${token} is not for this key`, token }),
  "refuses the key politely": (response: ServerResponse, token: string) =>
    sendJson(response, 200, { success: false, message: `${token} is not for this key`, token }),
  "hangs up": (response: ServerResponse) => response.destroy(),
  "never answers": () => undefined,
  "answers nonsense": (response: ServerResponse, token: string) =>
    send(response, 200, { "Content-Type": "text/html" }, `<p>${token}</p>`),
  "forgets the expiry": (response: ServerResponse, token: string) =>
    sendJson(response, 200, { success: true, token, expiresAt: token }),
  "is broken": (response: ServerResponse, token: string) =>
    sendJson(response, 500, { stack: `Error: ${token}` }),
};

function knowsItsTokens(manner: TokenManner): boolean {
  return manner === "issues" || manner === "never answers";
}

function inOneHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  send(response, status, { "Content-Type": "application/json" }, JSON.stringify(body));
}

function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

/** A second of silence, after a chunk that holds the marker. */
function toWav(marker: string): Buffer {
  const note = chunk("note", Buffer.from(marker.padEnd(marker.length + (marker.length % 2))));
  const format = Buffer.from("01000100401f0000803e000002001000", "hex");
  const chunks = [chunk("fmt ", format), note, chunk("data", Buffer.alloc(16_000))];
  return chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...chunks]));
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content]);
}
