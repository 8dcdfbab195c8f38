import { say } from "./say";

/** What must be undone when the house closes: newest first, each of them whatever the others do. */
export class Closing {
  readonly #undoes: (() => Promise<void>)[] = [];

  add(undo: () => Promise<void>): void {
    this.#undoes.unshift(undo);
  }

  async close(): Promise<void> {
    for (const undo of this.#undoes.splice(0)) {
      await undo().catch((error) => say(error instanceof Error ? error.message : String(error)));
    }
  }
}
