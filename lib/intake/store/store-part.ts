import "server-only";
import type { Pool } from "pg";
import { isRefusal, timeoutOf } from "@/lib/platform/faults";
import { correctRecords } from "@/lib/recordings/ledger/ledger";
import { foremostOutcome, type StoreOutcome } from "@/lib/recordings/record/call-record";
import { type DriftObservation, DriftObservationSet } from "../drift/drift";
import type { Interpretation, Reading } from "../interpret/interpret-delivery";
import { refusedInterpretation } from "../interpret/interpret-kept";
import type { RecordOutcome } from "../views/delivery-log";
import { newRemarkCap, toArrivedRecords, toRecordOutcomes } from "./record-outcome";
import { isolatePoison, probeLedger } from "./store-deliveries";

/** Some records of a delivery, and how many stand in its body before them. */
export type Part = { interpretation: Interpretation; before: number };

type Delivery = { acceptedSeq: bigint; deliveryId: string; sha256: string };
type Placed = { reading: Reading; position: number };

/**
 * Stores some records of a delivery, whose row needn't be there yet, in a transaction of their own.
 * Those that are stored already stay as they are, so it may be done any number of times. A record that
 * the database doesn't take is held back alone. Throws while the database is away.
 * @param beforeHalves called when what was refused is about to be tried in halves
 */
export async function storePart(
  pool: Pool,
  delivery: Delivery,
  { interpretation, before }: Part,
  {
    cap,
    beforeHalves,
  }: { cap: (records: RecordOutcome[]) => RecordOutcome[]; beforeHalves?: () => Promise<void> },
): Promise<RecordOutcome[]> {
  const placed = interpretation.readings.map((reading, n) => ({ reading, position: before + n }));
  const refused = new Map<number, Reading>();
  const stored = new Map<number, StoreOutcome>();
  await isolatePoison<Placed>(pool, placed, {
    store: async (client, items) => {
      const [first] = items;
      if (!first) return;
      const readings = items.map(({ reading }) => reading);
      const arrived = toArrivedRecords(
        { ...delivery, interpretation: { readings, problems: [] } },
        first.position,
      );
      const outcomes = await correctRecords(client, arrived);
      for (const [n, { position }] of arrived.entries()) {
        const outcome = outcomes[n];
        if (outcome) stored.set(position, outcome);
      }
    },
    probe: () => probeLedger(pool),
    mayBeAnItems: (error) => isRefusal(error) || timeoutOf(error) === "statement",
    quarantine: ({ reading, position }, error) => {
      const { problems } = refusedInterpretation(error);
      const held = { ...reading, record: null, problems: [...problems, ...reading.problems] };
      refused.set(position, held);
      return { reading: held, position };
    },
    ...(beforeHalves && { beforeHalves }),
  });
  const readings = placed.map(({ reading, position }) => refused.get(position) ?? reading);
  const outcomes = placed.flatMap(({ position }) => stored.get(position) ?? []).values();
  return toRecordOutcomes({ ...interpretation, readings }, outcomes, cap);
}

/** What is kept of a delivery whose records are stored one part after the other. */
export class DeliverySum {
  /** For the remarks of all its records. */
  readonly cap = newRemarkCap();
  readonly #parts: string[] = [];
  readonly #outcomes = new Set<RecordOutcome["outcome"]>();
  readonly #observations = new DriftObservationSet();

  add(records: RecordOutcome[], { readings }: Pick<Interpretation, "readings">): void {
    if (records.length > 0) this.#parts.push(JSON.stringify(records).slice(1, -1));
    for (const { outcome } of records) this.#outcomes.add(outcome);
    this.#observations.add(readings);
  }

  /** RecordOutcome[] as JSON, in body order. */
  get records(): string {
    return `[${this.#parts.join()}]`;
  }

  get outcome(): RecordOutcome["outcome"] {
    return foremostOutcome(this.#outcomes);
  }

  get observations(): DriftObservation[] {
    return this.#observations.all();
  }
}
