import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

/**
 * A string that must not be printed. Logs, JSON, templates and error messages show `[redacted]`;
 * only an explicit `reveal()` gives the value.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  /** Constant-time comparison, also for values of different lengths. */
  equals(candidate: string): boolean {
    return timingSafeEqual(digest(this.#value), digest(candidate));
  }

  toString(): string {
    return "[redacted]";
  }

  toJSON(): string {
    return "[redacted]";
  }

  [inspect.custom](): string {
    return "[redacted]";
  }
}

function digest(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}
