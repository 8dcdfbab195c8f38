import "server-only";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { hasBody } from "@/lib/platform/answer";
import { Agent, request as openRequest } from "@/lib/platform/process/http";
import { FileConnection, type FileOutcome } from "./file-connection";
import { inTheseWords, ofConnection } from "./file-part";

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

/**
 * Whether this asks for a file that web may send by itself: GET and HEAD of a recording's sound, by
 * somebody who says to be signed in. Web judges whether that is so.
 */
export function asksForFile({ method, url = "", headers }: IncomingMessage): boolean {
  const isReading = method === "GET" || method === "HEAD";
  if (!isReading || hasBody(headers) || !soundPath.test(url)) return false;
  return sessionCookie.test(headers.cookie ?? "");
}

/** As the sign-in library names it, by `cookiePrefix`, over http and over https. */
const sessionCookie = /(?:^|;)\s*(?:__Secure-)?earshot[.-]session_token=[^;\s]/;

/** The ZIP of all that a filter finds is no recording's. */
const soundPath =
  /^\/api\/recordings\/(?!export\/)[\x21-\x3e\x40-\x7e]+\/audio(?:\?[\x21-\x7e]*)?$/;

/**
 * What `Forwarder` is, for recordings' sound, all of a known length: by web's leave the kept file goes
 * from the disk to the connection here, through memory that is filled again and again.
 * "elsewhere": web left it to Next, or as many files are on their way as may be, and nothing was
 * answered.
 */
export class FileForwarder {
  readonly #socketPath: string;
  readonly #mostConnections: number;
  readonly #free = new Set<FileConnection>();
  /** Those that may send more of a file, with the cookies of whom they may send it to. */
  readonly #held = new Map<FileConnection, string>();
  #open = 0;

  constructor(socketPath: string, { mostConnections = 128 } = {}) {
    this.#socketPath = socketPath;
    this.#mostConnections = mostConnections;
  }

  /** Resolves once the answer has begun or can't come any more. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<FileOutcome> {
    const asked = inTheseWords(request);
    const connection = this.#choose(request, asked);
    if (!connection) return Promise.resolve("elsewhere");
    this.#forget(connection);
    return connection.ask(request, asked, response);
  }

  /** Idle connections are closed; those in use end with their answers. */
  leave(): void {
    for (const one of [...this.#free, ...this.#held.keys()]) one.destroy();
  }

  /**
   * One that may send the very file; else one that its listener holds, whose place is given back in the
   * same breath; else any that is free, or is held by another.
   */
  #choose(request: IncomingMessage, asked: string): FileConnection | undefined {
    let mine: FileConnection | undefined;
    for (const [one, holder] of this.#held) {
      if (holder !== toHolder(request)) continue;
      mine = one;
      if (one.holds(asked)) break;
    }
    const [free] = this.#free;
    const usable = mine ?? free;
    if (usable) return usable;
    if (this.#open < this.#mostConnections) return this.#connect();
    const [other] = this.#held.keys();
    return other;
  }

  #connect(): FileConnection {
    this.#open += 1;
    return new FileConnection(this.#socketPath, {
      onFree: (one) => {
        this.#forget(one);
        if (this.#free.size < mostFree) this.#free.add(one);
        else one.destroy();
      },
      onHeld: (one, request) => this.#held.set(one, toHolder(request)),
      onClose: (one) => {
        this.#open -= 1;
        this.#forget(one);
      },
    });
  }

  #forget(one: FileConnection): void {
    this.#free.delete(one);
    this.#held.delete(one);
  }
}

function toHolder({ headers }: IncomingMessage): string {
  return headers.cookie ?? "";
}

const mostFree = 32;
