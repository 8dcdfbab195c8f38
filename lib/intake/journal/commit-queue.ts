import { setTimeout as sleep } from "node:timers/promises";

/**
 * Commits one group after another; what is added while a commit runs goes together into the next.
 * A commit that never ends holds nobody for ever: whoever waits longer than `timeoutMs` is
 * refused, and so is at once whoever comes while a commit is that late. What stands still is the
 * disk, never this process: while it is too busy to hear of a commit, no time passes for it.
 */
export class CommitQueue<Item> {
  readonly #commit: (items: Item[]) => Promise<void>;
  readonly #timeoutMs: number;
  #waiting: Waiting<Item>[] = [];
  #running: { isLate: boolean; done: Promise<void> } | null = null;

  constructor(commit: (items: Item[]) => Promise<void>, timeoutMs: number) {
    this.#commit = commit;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Resolves once the item is committed. After a rejection it may be committed all the same, if a
   * commit that came too late succeeds in the end.
   */
  add(item: Item): Promise<void> {
    if (this.#running?.isLate) return Promise.reject(new LateCommitError());
    return new Promise((resolve, reject) => {
      const endTimeout = startTimeout(this.#timeoutMs, () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new LateCommitError());
      });
      const settle = (error: unknown) => {
        endTimeout();
        if (error === undefined) resolve();
        else reject(error);
      };
      const waiting = { item, settle };
      this.#waiting.push(waiting);
      this.#go();
    });
  }

  /** Resolves when nothing is left to commit, or when the time is up. */
  async settled(): Promise<void> {
    const endsMs = performance.now() + this.#timeoutMs;
    while (this.#running && performance.now() < endsMs) {
      const timeout = new AbortController();
      const end = sleep(endsMs - performance.now(), undefined, { signal: timeout.signal });
      await Promise.race([this.#running.done, end.catch(() => undefined)]);
      timeout.abort();
    }
  }

  #go(): void {
    if (this.#running) return;
    // What comes in the same turn of the event loop is committed together.
    const done = new Promise((resolve) => setImmediate(resolve)).then(() => this.#runOne());
    const running = { isLate: false, done };
    this.#running = running;
    const endTimeout = startTimeout(this.#timeoutMs, () => {
      running.isLate = true;
    });
    done.then(endTimeout);
  }

  async #runOne(): Promise<void> {
    const group = this.#waiting;
    this.#waiting = [];
    let failure: unknown;
    try {
      await this.#commit(group.map(({ item }) => item));
    } catch (error) {
      failure = error ?? new Error("The commit failed");
    }
    this.#running = null;
    if (this.#waiting.length > 0) this.#go();
    for (const { settle } of group) settle(failure);
  }
}

/**
 * Calls back after so long a time, told in tenths: a standstill of the event loop, however long, is
 * one of them, and what was done meanwhile is heard of before the next. Gives what ends it.
 */
function startTimeout(timeoutMs: number, onEnd: () => void): () => void {
  let tenths = 0;
  const tick = () => {
    if (++tenths === 10) onEnd();
    else timer = setTimeout(tick, timeoutMs / 10);
  };
  let timer = setTimeout(tick, timeoutMs / 10);
  return () => clearTimeout(timer);
}

export class LateCommitError extends Error {
  constructor() {
    super("the disk does not answer");
    this.name = "LateCommitError";
  }
}

type Waiting<Item> = { item: Item; settle: (failure: unknown) => void };
