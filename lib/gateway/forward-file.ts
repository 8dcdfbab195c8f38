import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FileConnection, type FileOutcome } from "./file-connection";
import { inTheseWords } from "./file-head";
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
