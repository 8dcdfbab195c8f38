import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FileConnection, type FileOutcome } from "./file-connection";
import { hasBody } from "./forward";

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
 * from the disk to the connection here, through a buffer that is filled again and again.
 * "elsewhere": web left it to Next, or there are as many buffers as there may be, and nothing was
 * answered.
 */
export class FileForwarder {
  readonly #socketPath: string;
  readonly #mostBuffers: number;
  readonly #free = new Set<FileConnection>();
  /** Each with buffers of its own. */
  #open = 0;

  constructor(socketPath: string, { mostBuffers = 128 } = {}) {
    this.#socketPath = socketPath;
    this.#mostBuffers = mostBuffers;
  }

  /** Resolves once the answer has begun or can't come any more. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<FileOutcome> {
    const [free] = this.#free;
    if (free) this.#free.delete(free);
    if (!free && this.#open >= this.#mostBuffers) return Promise.resolve("elsewhere");
    const connection = free ?? this.#connect();
    return connection.ask(request, response, () => {
      if (this.#free.size < mostFree) this.#free.add(connection);
      else connection.destroy();
    });
  }

  /** Idle connections are closed; those in use end with their answers. */
  leave(): void {
    for (const one of this.#free) one.destroy();
  }

  #connect(): FileConnection {
    this.#open += 1;
    return new FileConnection(this.#socketPath, (one) => {
      this.#open -= 1;
      this.#free.delete(one);
    });
  }
}

const mostFree = 32;
