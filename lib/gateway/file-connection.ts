import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { openShared } from "@/lib/audio/store/disk-store";
import type { OpenSound } from "@/lib/audio/store/sound-store";
import { log } from "@/lib/ops/log";
import {
  type FileHead,
  headOfPart,
  type NamedFile,
  partLines,
  readHead,
  sendPart,
  statusOfElsewhere,
  withoutPart,
  writePast,
} from "./file-part";
import type { Outcome } from "./forward";

/** "elsewhere": web left it to Next, and nothing was answered. */
export type FileOutcome = Outcome | "elsewhere";

/** What becomes of a connection between two answers. */
export type Use = {
  /** It may be asked for anything. */
  onFree: (connection: FileConnection) => void;
  /** It may be asked for more of the same file, or for anything. */
  onHeld: (connection: FileConnection, request: IncomingMessage) => void;
  onClose: (connection: FileConnection) => void;
};

/** Web's leave to send parts of a file to whoever asks in the same words. */
type Leave = { asked: string; head: FileHead; file: NamedFile; sound: OpenSound; endsMs: number };

type Exchange = {
  request: IncomingMessage;
  /** By `inTheseWords`. */
  asked: string;
  response: ServerResponse;
  resolve: (outcome: FileOutcome) => void;
  giveUp: () => void;
  /** Of the answer's body; null: the answer hasn't begun. */
  left: number | null;
  mayFollow: boolean;
  /** Web has named a file, and says nothing more. */
  isNamed: boolean;
};

/**
 * A connection to web for recordings' sound, one answer after the other.
 *
 * Web is asked by `earshot-file: name` with a body of one byte that isn't sent yet. Where a kept file is
 * the answer, web sends its head with the file's hash in `Earshot-File` and no body, and we send the
 * bytes. The byte tells that this is done. Until then web's answer is under way: it has one of its
 * person's places, and when it ends with its session, or web dies, the connection breaks and so does
 * what we send. Any other answer comes whole; so does the file, if it can't be sent from here.
 *
 * Whoever seeks asks for one part after the other. For a second web's answer stays under way when the
 * part is sent, and the next part of the same file needs no other one.
 */
export class FileConnection {
  readonly #socket: Socket;
  readonly #use: Use;
  #head = "";
  #exchange: Exchange | undefined;
  #leave: Leave | undefined;
  #leaveTimer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #owesDone = false;

  constructor(path: string, use: Use) {
    this.#use = use;
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
      use.onClose(this);
      this.#endLeave();
      this.#break(fault?.syscall === "connect" ? "away" : "broken");
    });
    // Whoever ends a connection wants no more of it.
    this.#socket.once("end", () => this.destroy());
  }

  /**
   * Resolves once the answer has begun or can't come any more.
   * @param asked by `inTheseWords`
   */
  ask(request: IncomingMessage, asked: string, response: ServerResponse): Promise<FileOutcome> {
    const leave = this.#leave;
    const part = leave?.asked === asked && headOfPart(leave.head, leave.file, request.headers);
    return new Promise((resolve) => {
      const giveUp = () => this.destroy();
      response.once("close", giveUp);
      const state = { left: null, mayFollow: true, isNamed: false };
      const exchange: Exchange = { request, asked, response, resolve, giveUp, ...state };
      this.#exchange = exchange;
      if (leave && part) {
        exchange.isNamed = true;
        this.#sending = this.#send(exchange, leave.sound, part.head, part.first);
        return;
      }
      this.#notifyDone();
      this.#write(exchange, request.method === "GET" ? "name" : "bytes");
    });
  }

  /** Whether more of the same can be asked for without web. */
  holds(asked: string): boolean {
    return this.#leave?.asked === asked;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write({ asked, request: { headers } }: Exchange, wanted: "name" | "bytes"): void {
    this.#owesDone = wanted === "name";
    const own = [`earshot-file: ${wanted}`];
    if (this.#owesDone) own.push(`content-length: ${done.length}`);
    this.#socket.write([asked, ...partLines(headers), ...own, "", ""].join("\r\n"), "latin1");
  }

  #notifyDone(): void {
    this.#endLeave();
    if (this.#owesDone) this.#socket.write(done);
    this.#owesDone = false;
  }

  #endLeave(): void {
    clearTimeout(this.#leaveTimer);
    const close = this.#leave?.sound.close;
    this.#leave = undefined;
    // What is being read is no other file's meanwhile.
    if (close) this.#sending.then(close).catch(() => undefined);
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
    const read = Math.min(bytes.length, mostHeadBytes);
    // One byte is one character.
    this.#head += Buffer.from(bytes.buffer, bytes.byteOffset, read).toString("latin1");
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
      void this.#sendNamed(exchange, head, file);
      return true;
    }
    this.#notifyDone();
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
    if (body.length === 0) {
      if (isLast) this.#end(exchange);
      return true;
    }
    const isTaken = writePast(response, body, () => {
      if (this.#exchange !== exchange) return;
      if (isLast) this.#end(exchange);
      if (!isTaken) this.#socket.resume();
    });
    return isTaken;
  }

  /** The file that web has named. */
  async #sendNamed(exchange: Exchange, head: FileHead, file: NamedFile): Promise<void> {
    const sound = await openShared(Buffer.from(file.sha256, "hex")).catch(() => null);
    const isGone = this.#exchange !== exchange;
    if (isGone || sound?.size !== file.size || !sound.read) {
      await sound?.close();
      if (!isGone) this.#requestBytes(exchange);
      return;
    }
    const endsMs = performance.now() + leaveMs;
    this.#leave = { asked: exchange.asked, head: withoutPart(head), file, sound, endsMs };
    this.#leaveTimer = setTimeout(() => {
      if (this.#exchange) return;
      this.#notifyDone();
      this.#use.onFree(this);
    }, leaveMs);
    this.#sending = this.#send(exchange, sound, head, file.first);
  }

  /** A part of the file that web has named, from the disk to the connection. */
  async #send(exchange: Exchange, sound: OpenSound, head: FileHead, first: number): Promise<void> {
    const isWanted = () => this.#exchange === exchange;
    try {
      await sendPart({
        sound,
        first,
        length: head.length,
        response: exchange.response,
        isWanted,
        begin: () => this.#begin(exchange, head),
        onWritten: (left, isTaken) => {
          exchange.left = left;
          // Before its reader has all of it, and asks for more with the place that this gives back.
          if (left === 0 && !isTaken) this.#notifyDone();
        },
      });
      if (isWanted()) this.#end(exchange);
    } catch (error) {
      if (!isWanted()) return;
      // Web knows what to say of such a file, as long as nothing was sent.
      if (exchange.left === null) return this.#requestBytes(exchange);
      log().error({ err: error }, "a kept file could not be sent");
      this.destroy();
    }
  }

  #requestBytes(exchange: Exchange): void {
    exchange.isNamed = false;
    this.#notifyDone();
    this.#write(exchange, "bytes");
  }

  #end(exchange: Exchange): void {
    exchange.response.end();
    this.#finish(exchange);
  }

  #finish({ request, response, giveUp, mayFollow }: Exchange): void {
    response.off("close", giveUp);
    this.#exchange = undefined;
    const isHeld = mayFollow && this.#leave && this.#leave.endsMs > performance.now();
    if (isHeld) return void this.#use.onHeld(this, request);
    this.#notifyDone();
    if (mayFollow) this.#use.onFree(this);
    else this.destroy();
  }

  #break(outcome: Outcome): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    this.#exchange = undefined;
    exchange.response.off("close", exchange.giveUp);
    // What breaks off behind us breaks off before us, so that nobody takes a part for the whole.
    if (exchange.left === 0) exchange.response.end();
    else if (exchange.left !== null) exchange.response.destroy();
    exchange.resolve(outcome);
  }
}

const done = ".";
const readBytes = 64 * 1024;
/** A file that was replaced or removed is heard no longer. */
const leaveMs = 1_000;
/** More than any of these answers has. */
const mostHeadBytes = 8_192;
