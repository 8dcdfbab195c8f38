import "server-only";
import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from "node:http";

/**
 * What became of a request: its answer has begun; nothing was answered, and the server may have seen
 * it; or the server can't be reached, and has seen nothing.
 */
export type Outcome = "answered" | "broken" | "away";

/**
 * Passes requests on to a server behind a local socket, and its answers back: streaming both ways, as
 * fast as the slower side takes it, and broken off on one side when the other breaks off. Every
 * header passes but those of the connection itself.
 */
export class Forwarder {
  readonly #socketPath: string;
  /** Keeps so many connections for the next requests; an idle one that the server closes is noticed. */
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  /** Resolves once the answer has begun or can't come any more. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<Outcome> {
    return new Promise((resolve) => {
      const passed = openRequest({
        socketPath: this.#socketPath,
        agent: this.#agent,
        method: request.method,
        path: request.url,
        headers: toPassedHeaders(request.headers),
        setHost: false,
        // An answer may lead on to an address as long as the one that was asked for.
        maxHeaderSize: 131_072,
      });
      const giveUp = () => {
        passed.destroy();
        // What is left of a body that was answered early stands before the next request.
        request.unpipe(passed).resume();
      };
      response.once("close", giveUp);
      passed.once("response", (answer) => {
        passAnswer(answer, response);
        resolve("answered");
      });
      passed.once("error", (error: NodeJS.ErrnoException) => {
        request.unpipe(passed);
        if (response.headersSent) response.destroy();
        response.off("close", giveUp);
        resolve(error.syscall === "connect" ? "away" : "broken");
      });
      const begin = () => {
        if (!hasBody(request.headers)) return passed.end();
        passed.flushHeaders();
        request.pipe(passed);
      };
      // Nothing of the body is read before somebody is there who takes it.
      passed.once("socket", (socket) => {
        if (socket.connecting) socket.once("connect", begin);
        else begin();
      });
    });
  }

  /** Idle connections are closed; those in use end with their answers. */
  leave(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy();
    }
  }
}

function passAnswer(answer: IncomingMessage, response: ServerResponse): void {
  if (response.destroyed) return void answer.destroy();
  response.statusCode = answer.statusCode ?? 502;
  response.statusMessage = answer.statusMessage ?? "";
  response.sendDate = false;
  const { rawHeaders } = answer;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (!ofConnection.has(name.toLowerCase())) response.appendHeader(name, value);
  }
  response.flushHeaders();
  answer.pipe(response);
  // What breaks off behind us breaks off before us, so that nobody takes a part for the whole.
  answer.once("error", () => response.destroy());
  answer.once("aborted", () => response.destroy());
}

function toPassedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const passed = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  const isChunked = headers["transfer-encoding"] !== undefined;
  return { ...Object.fromEntries(passed), ...(isChunked && { "transfer-encoding": "chunked" }) };
}

/** `Expect` is answered here: the body is read as fast as it is passed on. */
export const ofConnection = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding"],
  ...["upgrade", "http2-settings", "expect"],
  // Ours alone, between gateway and web.
  "earshot-file",
]);

export function hasBody(headers: IncomingHttpHeaders): boolean {
  if (headers["transfer-encoding"] !== undefined) return true;
  return Number(headers["content-length"] ?? 0) > 0;
}
