import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { hasBody, type Outcome, ofConnection } from "./forward";

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

/** What such an answer depends on. */
const passedHeaders = [
  "host",
  "cookie",
  // For the words of a refusal.
  "accept-language",
  "range",
  "if-range",
  "x-forwarded-for",
  "x-forwarded-proto",
];

/**
 * What `Forwarder` is, for answers that web sends by itself, all of a known length: between the two
 * sockets lies one buffer that is filled again and again, and no parser, so that a file costs two
 * copies. "elsewhere": web left it to Next, or there are as many buffers as there may be, and nothing
 * was answered.
 */
export class FileForwarder {
  readonly #socketPath: string;
  readonly #mostBuffers: number;
  readonly #free = new Set<Connection>();
  /** Each with a buffer of its own. */
  #open = 0;

  constructor(socketPath: string, { mostBuffers = 128 } = {}) {
    this.#socketPath = socketPath;
    this.#mostBuffers = mostBuffers;
  }

  /** Resolves once the answer has begun or can't come any more. */
  forward(request: IncomingMessage, response: ServerResponse): Promise<Outcome | "elsewhere"> {
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

  #connect(): Connection {
    this.#open += 1;
    return new Connection(this.#socketPath, (one) => {
      this.#open -= 1;
      this.#free.delete(one);
    });
  }
}

const mostFree = 32;
/** What a local socket holds at once is a little less. */
const bufferBytes = 256 * 1024;
/** More than any of these answers has. */
const mostHeadBytes = 8_192;

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  resolve: (outcome: Outcome | "elsewhere") => void;
  giveBack: () => void;
  giveUp: () => void;
  /** Of the answer's body; null: its head isn't there yet. */
  left: number | null;
  mayFollow: boolean;
};

class Connection {
  readonly #socket: Socket;
  #head = "";
  #exchange: Exchange | undefined;

  constructor(path: string, onClose: (connection: Connection) => void) {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(bufferBytes),
      callback: (length: number, bytes: Uint8Array) => this.#read(bytes.subarray(0, length)),
    };
    this.#socket = connect({ path, onread });
    let fault: NodeJS.ErrnoException | undefined;
    this.#socket.once("error", (error) => {
      fault = error;
    });
    this.#socket.once("close", () => {
      onClose(this);
      this.#break(fault?.syscall === "connect" ? "away" : "broken");
    });
    // Whoever ends a connection wants no more of it.
    this.#socket.once("end", () => this.destroy());
  }

  ask(
    request: IncomingMessage,
    response: ServerResponse,
    giveBack: () => void,
  ): Promise<Outcome | "elsewhere"> {
    return new Promise((resolve) => {
      const giveUp = () => this.destroy();
      response.once("close", giveUp);
      const left = null;
      this.#exchange = {
        ...{ request, response, resolve, giveBack, giveUp, left },
        mayFollow: true,
      };
      const lines = passedHeaders.flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [`${name}: ${value}`];
      });
      const first = `${request.method} ${request.url} HTTP/1.1`;
      this.#socket.write([first, ...lines, "earshot-file: 1", "", ""].join("\r\n"), "latin1");
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** @returns false: the bytes are still being taken, and nothing may be read meanwhile */
  #read(bytes: Buffer | Uint8Array): boolean {
    const exchange = this.#exchange;
    if (!exchange) {
      this.destroy();
      return false;
    }
    if (exchange.left !== null) return this.#pass(exchange, bytes);
    const before = this.#head.length;
    const piece = Buffer.from(
      bytes.buffer,
      bytes.byteOffset,
      Math.min(bytes.length, mostHeadBytes),
    );
    // One byte is one character.
    this.#head += piece.toString("latin1");
    const end = this.#head.indexOf("\r\n\r\n");
    if (end < 0) {
      if (this.#head.length >= mostHeadBytes) this.destroy();
      return true;
    }
    const head = this.#head.slice(0, end);
    this.#head = "";
    const body = bytes.subarray(end + 4 - before);
    return this.#begin(exchange, head) ? this.#pass(exchange, body) : true;
  }

  /** @returns false: no body is wanted */
  #begin(exchange: Exchange, head: string): boolean {
    const { request, response } = exchange;
    const [first = "", ...lines] = head.split("\r\n");
    const [, status, message = ""] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(first) ?? [];
    const raw: string[] = [];
    for (const line of lines) {
      const at = line.indexOf(":");
      const name = line.slice(0, at);
      const value = line.slice(at + 1).trim();
      const known = name.toLowerCase();
      if (known === "content-length" && /^\d{1,15}$/.test(value)) exchange.left = Number(value);
      if (known === "connection" && /close/i.test(value)) exchange.mayFollow = false;
      if (!ofConnection.has(known)) raw.push(name, value);
    }
    if (status === undefined || exchange.left === null) {
      this.destroy();
      return false;
    }
    if (request.method === "HEAD") exchange.left = 0;
    if (Number(status) === statusOfElsewhere) {
      this.#finish(exchange);
      exchange.resolve("elsewhere");
      return false;
    }
    response.sendDate = false;
    response.writeHead(Number(status), message, raw);
    response.flushHeaders();
    exchange.resolve("answered");
    return true;
  }

  #pass(exchange: Exchange, bytes: Uint8Array): boolean {
    const { response, left } = exchange;
    const body = bytes.subarray(0, left ?? 0);
    exchange.left = (left ?? 0) - body.length;
    const isLast = exchange.left === 0;
    // Past what counts and frames: the head has told the length.
    const taker = response.socket ?? response;
    if (body.length === 0) {
      if (isLast) this.#end(exchange);
      return true;
    }
    let isTaken = false;
    let isWaiting = false;
    taker.write(body, () => {
      isTaken = true;
      if (this.#exchange !== exchange) return;
      if (isLast) this.#end(exchange);
      if (isWaiting) this.#socket.resume();
    });
    isTaken ||= taker.writableLength === 0;
    isWaiting = !isTaken;
    return isTaken;
  }

  #end(exchange: Exchange): void {
    exchange.response.end();
    this.#finish(exchange);
  }

  #finish({ response, giveUp, giveBack, mayFollow }: Exchange): void {
    response.off("close", giveUp);
    this.#exchange = undefined;
    if (mayFollow) giveBack();
    else this.destroy();
  }

  #break(outcome: Outcome): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    this.#exchange = undefined;
    exchange.response.off("close", exchange.giveUp);
    // What breaks off behind us breaks off before us, so that nobody takes a part for the whole.
    if (exchange.left !== null) exchange.response.destroy();
    exchange.resolve(outcome);
  }
}

/** By which web says that it left a file to Next. */
const statusOfElsewhere = 421;
