import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../report/say";

/** A folder of its own for one run, and everything that must be ended before it goes. */
export class Scratch {
  readonly #undoes: (() => Promise<void>)[] = [];

  private constructor(readonly folder: string) {}

  static async make(): Promise<Scratch> {
    const folder = await mkdtemp(join(tmpdir(), "earshot-bench-"));
    if ((await statfs(folder)).type === memoryFileSystem) {
      say(`${tmpdir()} lies in memory, where nothing is durable: set TMPDIR to a folder on a disk`);
    }
    return new Scratch(folder);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  /** @returns what does it before the end, once. */
  defer(undo: () => Promise<void>): () => Promise<void> {
    this.#undoes.push(undo);
    return async () => {
      const place = this.#undoes.indexOf(undo);
      if (place < 0) return;
      this.#undoes.splice(place, 1);
      await undo();
    };
  }

  /** Ends, newest first, all that the work has started, whatever came of it. */
  async enclose<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#undoes.length;
    try {
      return await work();
    } finally {
      await this.#unwind(before);
    }
  }

  async dispose(): Promise<void> {
    await this.#unwind(0);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  async #unwind(left: number): Promise<void> {
    while (this.#undoes.length > left) {
      await this.#undoes
        .pop()?.()
        .catch((error) => say(String(error)));
    }
  }
}

/** The number by which Linux knows tmpfs. */
const memoryFileSystem = 0x01021994;
