import "server-only";
import { createHash, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { inTransaction, pastPrisma, type Transaction } from "@/lib/platform/database/transaction";
import { isRefusedContent, timeoutOf } from "@/lib/platform/faults";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import type { ArrivedRecord } from "@/lib/recordings/record/call-record";
import { countDrift, type DriftObservation, observeDrift } from "../drift/drift";
import type { Interpretation } from "../interpret/interpret-delivery";
import { interpretKept, meaningKey } from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { type PackedBody, packBody } from "./packed-body";
import { overallOutcome, placeOf, toArrivedRecords, toRecordOutcomes } from "./record-outcome";
import { insertDeliveries, leaveOutStored, takeBack } from "./sql";

/** What is worked out of a delivery before the database is asked. */
type WorkedOut = {
  interpretation: Interpretation;
  /** The records that were understood. */
  arrived: ArrivedRecord[];
  observations: DriftObservation[];
  body: PackedBody;
};

export type PreparedDelivery = WorkedOut & { entry: JournalEntry };

/**
 * A delivery with what its bytes mean today. Of bytes that came a moment ago, as a retry's did, it is known
 * from then, the very objects: nobody may change them.
 */
export function prepareKept(entry: JournalEntry): PreparedDelivery {
  if (entry.body.length > remembered.bytesOfOne) {
    return prepareDelivery(entry, interpretKept(entry));
  }
  const key = meaningKey(entry);
  const known = lately.get(key);
  if (known) {
    const here = placeOf(entry);
    return { ...known, entry, arrived: known.arrived.map((one) => ({ ...one, ...here })) };
  }
  const prepared = prepareDelivery(entry, interpretKept(entry));
  const { entry: _, ...workedOut } = prepared;
  // What failed is tried again; bytes that aren't packed are the entry's, and go with it.
  const isKept = workedOut.interpretation.problems.length === 0 && workedOut.body.packing !== null;
  if (isKept) lately.set(key, workedOut);
  if (lately.size > remembered.bodies) lately.delete(lately.keys().next().value ?? key);
  return prepared;
}

const lately = new Map<string, WorkedOut>();
/** Some ten megabytes of common bodies. */
const remembered = { bodies: 4_000, bytesOfOne: 4_096 };

/** Pure. */
export function prepareDelivery(
  entry: JournalEntry,
  interpretation: Interpretation,
): PreparedDelivery {
  return {
    entry,
    interpretation,
    arrived: toArrivedRecords({ ...entry, interpretation }),
    observations: observeDrift(interpretation),
    body: packBody(entry.body),
  };
}

/**
 * Writes deliveries with their bytes, and the recordings they carry, in the order of acceptance.
 * Deliveries that are stored already are passed over, so a batch may be drained any number of times.
 */
export async function storeDeliveries(
  transaction: Transaction,
  deliveries: PreparedDelivery[],
): Promise<void> {
  const client = pastPrisma(transaction);
  const fresh = await leaveOutStored(client, deliveries);
  const arrived = fresh.flatMap((delivery) => delivery.arrived);
  const outcomes = (await storeRecords(client, arrived)).values();
  const observed = fresh.map(({ entry, interpretation, observations, body }) => {
    const records = toRecordOutcomes(interpretation, outcomes);
    const { deliveryId, acceptedSeq } = entry;
    return { entry, body, deliveryId, acceptedSeq, records, observations };
  });
  await countDrift(client, observed);
  await insertDeliveries(
    client,
    observed.map(({ entry, body, records, observations }) => ({
      entry,
      body,
      records: JSON.stringify(records),
      outcome: overallOutcome(records),
      driftIds: observations.map(({ id }) => id),
    })),
  );
}

type Writing<T> = {
  /** Writes these in one transaction. */
  store: (client: Transaction, items: T[]) => Promise<void>;
  /** Whether the database takes what is beyond doubt: if not, the fault lies in none of these. */
  probe: () => Promise<boolean>;
  /** The same item without what the database refuses. */
  quarantine: (item: T, error: unknown) => T;
  /** Writes what it can of an item that is refused; false: it was tried in nothing smaller. */
  inParts?: (item: T) => Promise<boolean>;
  /** Whether an item may be the cause of this; otherwise, when the database refuses its content. */
  mayBeAnItems?: (error: unknown) => boolean;
  /** Called before what was refused is tried in halves. */
  beforeHalves?: () => Promise<void>;
};

/**
 * Writes items in their order. A batch that the database refuses for what it holds is halved until
 * the one item that it refuses is alone, and that one is written without its content. Throws when
 * the database refuses everything.
 */
export async function isolatePoison<T>(
  pool: Pool,
  items: T[],
  writing: Writing<T>,
  isAgain = false,
): Promise<void> {
  const { store, probe, quarantine, mayBeAnItems = isRefusedContent, beforeHalves } = writing;
  try {
    await inTransaction(pool, (client) => store(client, items));
  } catch (error) {
    if (!mayBeAnItems(error) || !(await probe())) throw error;
    const [only] = items;
    if (items.length === 1 && only !== undefined) {
      // One slow moment of the database's says nothing of it.
      if (timeoutOf(error) && !isAgain) return isolatePoison(pool, items, writing, true);
      if (await writing.inParts?.(only)) return;
      await inTransaction(pool, (client) => store(client, [quarantine(only, error)]));
      return;
    }
    await beforeHalves?.();
    const middle = Math.ceil(items.length / 2);
    // What is refused with a probe from now on is an item's, unless it may be the machine's, too.
    const probed = writing.mayBeAnItems ? writing : { ...writing, probe: async () => true };
    await isolatePoison(pool, items.slice(0, middle), probed);
    await isolatePoison(pool, items.slice(middle), probed);
  }
}

/**
 * Whether the ledger takes a delivery that is beyond doubt: it goes the whole way of a real one, and
 * is taken back before anybody can see it. So a failure tells of the database, not of an entry.
 */
export async function probeLedger(pool: Pool): Promise<boolean> {
  try {
    await tryLedger(pool);
    return true;
  } catch {
    return false;
  }
}

/** The same. @throws what the ledger says against it */
export async function tryLedger(pool: Pool): Promise<void> {
  const acceptedSeq = new SequenceGenerator(0, 0n).next();
  const body = Buffer.from(JSON.stringify(toProbe(`probe-${randomUUID()}`)));
  const entry = {
    kind: "delivery" as const,
    acceptedSeq,
    deliveryId: toDeliveryId(acceptedSeq),
    body,
    bytes: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
    declaredBytes: body.length,
    secretHash: "",
    remoteAddress: "",
    headers: [],
  };
  await inTransaction(pool, (client) =>
    takeBack(client, () => storeDeliveries(client, [prepareDelivery(entry, interpretKept(entry))])),
  );
}

function toProbe(id: string) {
  return {
    id,
    minutes_used: 0,
    call_sid: id,
    recording_attachment: "",
    campaign: null,
    customer: {
      details: {
        id,
        first_name: "",
        last_name: "",
        phone_number: "",
        gender: "",
        email: null,
        type: null,
        is_confirmed: false,
        is_phone_number_correct: false,
      },
      roster_attachment: null,
    },
    has_transcript: false,
    summary: "",
    created_at: "2020-01-01T00:00:00Z",
    status: "probe",
  };
}
