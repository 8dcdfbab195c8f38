import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { openShared } from "@/lib/audio/store/open-shared";
import { log } from "@/lib/ops/log";
import { type FileHead, type NamedFile, readHead, statusOfElsewhere } from "./file-head";
import type { Outcome } from "./forward";

/** "elsewhere": web left it to Next, and nothing was answered. */
export type FileOutcome = Outcome | "elsewhere";

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  resolve: (outcome: FileOutcome) => void;
  giveBack: () => void;
  giveUp: () => void;
  /** Of the answer's body; null: the answer hasn't begun. */
  left: number | null;
  mayFollow: boolean;
  /** Web has named a file, and says nothing more. */
  isNamed: boolean;
  /** Goes on with the file, whatever becomes of what was being written. */
  goOn: () => void;
};

/**
 * A connection to web for recordings' sound, one answer after the other.
 *
 * Web is asked by `earshot-file: name` with a body of one byte that isn't sent yet. Where a kept file is
 * the answer, web sends its head with the file's hash in `Earshot-File` and no body, and we send the
 * bytes. The byte tells that this is done. Until then web's answer is under way: it has one of its
 * person's places, and when it ends with its session, or web dies, the connection breaks and so does
 * what we send. Any other answer comes whole; so does the file, if it can't be sent from here.
 */
export class FileConnection {
  readonly #socket: Socket;
  #head = "";
  #exchange: Exchange | undefined;
  #owesDone = false;
  #chunk: Buffer | undefined;

  constructor(path: string, onClose: (connection: FileConnection) => void) {
    const onread = {
      buffer: Buffer.allocUnsafeSlow(readBytes),
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

  /** Resolves once the answer has begun or can't come any more; `giveBack`: it may be asked again. */
  ask(
    request: IncomingMessage,
    response: ServerResponse,
    giveBack: () => void,
  ): Promise<FileOutcome> {
    return new Promise((resolve) => {
      const giveUp = () => this.destroy();
      response.once("close", giveUp);
      this.#exchange = {
        ...{ request, response, resolve, giveBack, giveUp, left: null },
        ...{ mayFollow: true, isNamed: false, goOn: () => undefined },
      };
      this.#write(request, request.method === "GET" ? "name" : "bytes");
    });
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write({ method, url, headers }: IncomingMessage, wanted: "name" | "bytes"): void {
    const lines = passedHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [`${name}: ${value}`];
    });
    this.#owesDone = wanted === "name";
    if (this.#owesDone) lines.push(`content-length: ${done.length}`);
    const head = [`${method} ${url} HTTP/1.1`, ...lines, `earshot-file: ${wanted}`, "", ""];
    this.#socket.write(head.join("\r\n"), "latin1");
  }

  #tellDone(): void {
    if (this.#owesDone) this.#socket.write(done);
    this.#owesDone = false;
  }

  /** @returns false: the bytes are still being taken, and nothing may be read meanwhile */
  #read(bytes: Buffer | Uint8Array): boolean {
    const exchange = this.#exchange;
    if (!exchange || exchange.isNamed) {
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
    const head = readHead(this.#head.slice(0, end));
    this.#head = "";
    const body = bytes.subarray(end + 4 - before);
    const file = head?.file;
    if (!head || (file && (!this.#owesDone || body.length > 0))) {
      this.destroy();
      return true;
    }
    exchange.mayFollow = head.mayFollow;
    if (file) {
      exchange.isNamed = true;
      void this.#send(exchange, head, file);
      return true;
    }
    this.#tellDone();
    if (head.status === statusOfElsewhere) {
      this.#finish(exchange);
      exchange.resolve("elsewhere");
      return true;
    }
    this.#begin(exchange, head);
    if (exchange.request.method === "HEAD") exchange.left = 0;
    return this.#pass(exchange, body);
  }

  #begin(exchange: Exchange, { status, message, lines, length }: FileHead): void {
    const { response } = exchange;
    exchange.left = length;
    response.sendDate = false;
    response.writeHead(status, message, lines);
    response.flushHeaders();
    exchange.resolve("answered");
  }

  /** What web sends by itself, from the one socket to the other. */
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

  /** The file that web has named, from the disk to the connection. */
  async #send(
    exchange: Exchange,
    head: FileHead,
    { sha256, first, size }: NamedFile,
  ): Promise<void> {
    const sound = await openShared(Buffer.from(sha256, "hex")).catch(() => null);
    try {
      if (this.#exchange !== exchange) return;
      if (sound?.size !== size || !sound.read) return this.#askForBytes(exchange);
      this.#chunk ??= Buffer.allocUnsafeSlow(chunkBytes);
      const end = first + head.length;
      for (let at = first; at < end; ) {
        const chunk = this.#chunk.subarray(0, Math.min(chunkBytes, end - at));
        const bytes = await sound.read(chunk, at);
        if (this.#exchange !== exchange) return;
        if (bytes === 0) throw new Error("a kept file is shorter than it was");
        at += bytes;
        // Before its reader has all of it, and asks for more with the place that this gives back.
        if (at === end) this.#tellDone();
        const sent = this.#sendChunk(exchange, head, chunk.subarray(0, bytes));
        exchange.left = end - at;
        await sent;
        if (this.#exchange !== exchange) return;
      }
      this.#end(exchange);
    } catch (error) {
      if (this.#exchange !== exchange) return;
      // Web knows what to say of such a file, as long as nothing was sent.
      if (exchange.left === null) return this.#askForBytes(exchange);
      log().error({ err: error, sha256 }, "a kept file could not be sent");
      this.destroy();
    } finally {
      await sound?.close();
    }
  }

  /** Resolves when its memory may be filled anew; the head goes along with the first one. */
  #sendChunk(exchange: Exchange, head: FileHead, chunk: Buffer): Promise<void> {
    const { response } = exchange;
    const { socket } = response;
    return new Promise((resolve) => {
      exchange.goOn = resolve;
      socket?.cork();
      if (exchange.left === null) this.#begin(exchange, head);
      (socket ?? response).write(chunk, () => resolve());
      socket?.uncork();
    });
  }

  #askForBytes(exchange: Exchange): void {
    exchange.isNamed = false;
    this.#tellDone();
    this.#write(exchange.request, "bytes");
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
    exchange.goOn();
    // What breaks off behind us breaks off before us, so that nobody takes a part for the whole.
    if (exchange.left === 0) exchange.response.end();
    else if (exchange.left !== null) exchange.response.destroy();
    exchange.resolve(outcome);
  }
}

/** What such an answer depends on. Nothing else of a stranger's reaches web by this way. */
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

const done = ".";
const readBytes = 64 * 1024;
const chunkBytes = 256 * 1024;
/** More than any of these answers has. */
const mostHeadBytes = 8_192;
