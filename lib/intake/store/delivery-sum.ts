import { type Sighting, SightingBook } from "../drift/sighting";
import type { Interpretation } from "../interpret/interpret-delivery";
import { foremostOutcome, newRemarkCap, type RecordOutcome } from "./record-outcome";

/** What is kept of a delivery whose records are stored one part after the other. */
export class DeliverySum {
  /** For the remarks of all its records. */
  readonly cap = newRemarkCap();
  readonly #parts: string[] = [];
  readonly #outcomes = new Set<RecordOutcome["outcome"]>();
  readonly #sightings = new SightingBook();

  add(records: RecordOutcome[], { readings }: Pick<Interpretation, "readings">): void {
    if (records.length > 0) this.#parts.push(JSON.stringify(records).slice(1, -1));
    for (const { outcome } of records) this.#outcomes.add(outcome);
    this.#sightings.add(readings);
  }

  /** RecordOutcome[] as JSON, in body order. */
  get records(): string {
    return `[${this.#parts.join()}]`;
  }

  get outcome(): RecordOutcome["outcome"] {
    return foremostOutcome(this.#outcomes);
  }

  get sightings(): Sighting[] {
    return this.#sightings.all();
  }
}
