import { budgets } from "@/lib/platform/settings/budgets";
import { type JsonValue, readCountedJson } from "./read-json";
import { UnreadableBody } from "./read-text";

/** Opens texts that hold an object or a list as JSON; all those of a body share what one may hold. */
export class JsonStrings {
  #valuesLeft: number = budgets.delivery.atOnce.values;

  /** What the text holds; the value itself where it is no such text. */
  open(value: JsonValue | undefined): JsonValue | undefined {
    if (typeof value !== "string" || !mayHold(value)) return value;
    try {
      const read = readCountedJson(value, this.#valuesLeft);
      this.#valuesLeft -= read.values;
      return this.open(read.value);
    } catch (error) {
      if (!(error instanceof UnreadableBody)) throw error;
      return value;
    }
  }
}

/** Whether this may be an object or a list, or hold one. A text may hold a text that holds it. */
export function mayHold(value: JsonValue): boolean {
  return typeof value === "string" ? /^\s*[{["]/.test(value) : typeof value === "object";
}
