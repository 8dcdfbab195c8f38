import "server-only";
import type { Readable } from "node:stream";

/** How slowly an upstream may send, by the time that one waits for it. */
export type Pace = {
  totalMs: number;
  /** Beyond the grace. */
  leastBytesPerSecond: number;
  graceMs: number;
};

export const usualPace: Pace = {
  totalMs: 30 * 60_000,
  leastBytesPerSecond: 8 * 1024,
  graceMs: 60_000,
};

/**
 * The body of an upstream answer. Nothing is read before it is asked for, so that memory stays flat
 * however large the file and however slow the reader is. One that comes too slowly breaks off; the time
 * that its reader takes is not counted.
 */
export class UpstreamBody {
  readonly #source: Readable;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #pace: Pace;
  #peeked: Uint8Array = new Uint8Array();
  #waitedMs = 0;
  #received = 0;

  constructor(source: Readable, pace = usualPace) {
    this.#pace = pace;
    // A body that is given up reports that as an error, to whoever listens.
    this.#source = source.on("error", () => undefined);
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** The first bytes, fewer only if there are no more; they are streamed all the same. */
  async peek(bytes: number): Promise<Uint8Array> {
    while (this.#peeked.length < bytes) {
      const value = await this.#take();
      if (!value) break;
      this.#peeked = Buffer.concat([this.#peeked, value]);
    }
    return this.#peeked.subarray(0, bytes);
  }

  /**
   * The bytes after the first `skip`, `length` of them, or all for null. The stream errs when they
   * are fewer, or more than `maxBytes`. When it is cancelled, the upstream connection ends.
   */
  stream({ skip = 0, length, maxBytes }: StreamOptions): ReadableStream<Uint8Array> {
    let toSkip = skip;
    let handedOn = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      while (length === null || handedOn < length) {
        const chunk = await this.#next();
        if (!chunk) break;
        const skipped = Math.min(toSkip, chunk.length);
        toSkip -= skipped;
        const rest = chunk.subarray(
          skipped,
          length === null ? undefined : skipped + length - handedOn,
        );
        handedOn += rest.length;
        if (handedOn > maxBytes) throw new Error("the file is larger than allowed");
        if (rest.length > 0) return controller.enqueue(rest);
      }
      if (length !== null && handedOn < length) throw new Error("the file ended too early");
      controller.close();
      await this.#finish();
    };
    return new ReadableStream(
      {
        pull: (controller) => pull(controller).catch((error: unknown) => this.#fail(error)),
        cancel: () => this.discard(),
      },
      { highWaterMark: 0 },
    );
  }

  /** Gives the rest up and ends the upstream connection. */
  discard(): void {
    this.#source.destroy();
  }

  async #next(): Promise<Uint8Array | undefined> {
    if (this.#peeked.length > 0) {
      const peeked = this.#peeked;
      this.#peeked = new Uint8Array();
      return peeked;
    }
    return this.#take();
  }

  async #take(): Promise<Uint8Array | undefined> {
    const { totalMs, leastBytesPerSecond, graceMs } = this.#pace;
    const beganMs = performance.now();
    const { done, value } = await this.#chunks.next();
    if (done) return undefined;
    this.#waitedMs += performance.now() - beganMs;
    this.#received += value.length;
    const least = (Math.max(0, this.#waitedMs - graceMs) / 1_000) * leastBytesPerSecond;
    if (this.#waitedMs <= totalMs && this.#received >= least) return value;
    this.discard();
    throw new DOMException("the file comes too slowly", "TimeoutError");
  }

  /** A body that is over leaves its connection for the next request; of any other the rest is given up. */
  async #finish(): Promise<void> {
    const next = await this.#chunks.next().catch(() => undefined);
    if (!next?.done) this.discard();
  }

  #fail(error: unknown): never {
    this.discard();
    throw error;
  }
}

type StreamOptions = { skip?: number; length: number | null; maxBytes: number };
