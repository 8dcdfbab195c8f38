import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import { isLedgerLean, readRetryWindowMs } from "@/lib/settings/ledger-terms-sql";
import { notifyChanges } from "../live/changes";
import { isAfter, type Place, type StoreOutcome } from "../record/call-record";
import { insertArrivals, readKnownArrivals, readKnownRecordings } from "./arrivals-sql";
import { turnIntoRetries } from "./corrections-sql";
import {
  rebuildCustomers,
  reviseRecordings,
  upsertCustomers,
  upsertRecordings,
} from "./recordings-and-customers";
import { type FirstArrival, noteFirsts, noteNewest } from "./recordings-sql";
import {
  type Current,
  type HashedArrival,
  type KnownArrival,
  type KnownRecording,
  resolveVersions,
} from "./resolve-versions";
import { readContents, writeOutCurrent, writeVersions } from "./versions-sql";

/** As `storeRecords`, of records of which it may have been decided before whether they count. */
export async function storeArrivals(
  client: Transaction,
  arrivals: HashedArrival[],
): Promise<StoreOutcome[]> {
  if (arrivals.length === 0) return [];
  const { before, isThere } = await readKnownRecordings(client, arrivals);
  const windowMs = await readRetryWindowMs(client);
  const known = await readKnownArrivals(client, arrivals, { before, isThere, windowMs });
  const fresh = arrivals.flatMap((arrival, index) => {
    const around = known[index];
    return around && !around.outcome ? [{ ...arrival, known: around }] : [];
  });
  const isLean = await isLedgerLean(client);
  const { resolved, newRetries, current, newest, revised } = resolveVersions(
    fresh,
    before,
    windowMs,
  );

  const firsts = findFirsts(resolved);
  if (isLean) await noteNewest(client, findNewest(firsts, before, newest));
  await insertArrivals(client, resolved);
  await turnIntoRetries(client, newRetries);
  const firstComings = findFirstComings(fresh);
  for (const { record, known: around } of firstComings) {
    if (around.firstSeq !== null) revised.add(record.id);
  }
  await writeOutCurrent(
    client,
    [...current.keys()].filter((id) => before.has(id)),
  );
  const inRows = new Set(
    firstComings.filter(
      ({ record, contentHash, known: around }) =>
        isLean &&
        around.firstSeq === null &&
        current.get(record.id)?.content.contentHash === contentHash,
    ),
  );
  await writeVersions(
    client,
    firstComings.filter((first) => !inRows.has(first)),
  );
  const contents = await spell(client, current, firstComings);
  const contentSeqs = new Map([...inRows].map((first) => [first.contentHash, first.acceptedSeq]));
  const recordings = [...current].flatMap(([id, { content, start }]) => {
    const { contentHash } = content;
    const record = contents.get(contentHash);
    const contentSeq = contentSeqs.get(contentHash) ?? null;
    const known = { contentHash, contentSeq, start, newest: newest.get(id) ?? start };
    return record ? [{ record, ...known }] : [];
  });
  const written = new Set(await upsertRecordings(client, recordings, { firsts, isThere }));
  await writeVersions(
    client,
    [...inRows].filter(({ record }) => !written.has(record.id)),
  );
  await noteFirsts(client, { firsts, newest, before, written, isLean });
  const rewritten = await reviseRecordings(client, [...revised].sort());
  const namedBy = recordings.filter(({ record }) => written.has(record.id));
  await upsertCustomers(
    client,
    resolved.filter(({ decision }) => decision.counts),
    new Set(namedBy.map(({ record }) => record.customerId)),
  );
  await rebuildCustomers(
    client,
    newRetries.map(({ customerId }) => customerId),
  );
  await notifyChanges(client, new Set([...current.keys(), ...rewritten]));
  const outcomes = resolved.map(({ outcome }) => outcome).values();
  return known.flatMap(({ outcome }) => outcome ?? outcomes.next().value ?? []);
}

type Fresh = HashedArrival & { known: KnownArrival };

/** Of each content that is new, or came by a lower sequence than was known, the lowest arrival. */
function findFirstComings(arrivals: Fresh[]): Fresh[] {
  const lowest = new Map<string, Fresh>();
  for (const arrival of arrivals) {
    const { firstSeq } = arrival.known;
    if (firstSeq !== null && firstSeq <= arrival.acceptedSeq) continue;
    const before = lowest.get(arrival.contentHash);
    if (!before || isAfter(before, arrival)) lowest.set(arrival.contentHash, arrival);
  }
  return [...lowest.values()];
}

/** Contents as they were worded when they first came, which is how they are kept; by hash. */
async function spell(
  client: Transaction,
  current: ReadonlyMap<string, Current>,
  versions: Fresh[],
): Promise<Map<string, HashedArrival["record"]>> {
  // The id is part of a record, so equal hashes are contents of one recording.
  const contents = new Map(versions.map(({ contentHash, record }) => [contentHash, record]));
  const missing = [...current.values()].filter(({ content }) => !contents.has(content.contentHash));
  const stored = await readContents(
    client,
    missing.map(({ content }) => ({ id: content.record.id, contentHash: content.contentHash })),
  );
  return new Map([...contents, ...stored]);
}

/** The newest arrival of each recording that was there already. */
function findNewest(
  came: ReadonlyMap<string, unknown>,
  before: ReadonlyMap<string, KnownRecording>,
  newest: ReadonlyMap<string, Place>,
): Map<string, Place> {
  const known = [...before].filter(([id]) => came.has(id));
  return new Map(known.map(([id, state]) => [id, newest.get(id) ?? state.newest]));
}

function findFirsts(arrivals: HashedArrival[]): Map<string, FirstArrival> {
  const firsts = new Map<string, FirstArrival>();
  for (const { record, acceptedSeq: firstSeq, acceptedAt: receivedAt } of arrivals) {
    const known = firsts.get(record.id);
    if (!known || firstSeq < known.firstSeq) firsts.set(record.id, { firstSeq, receivedAt });
  }
  return firsts;
}
