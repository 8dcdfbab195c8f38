/** What the sender knows: every body that it issued, how often, and every 2xx with its delivery. */
export type IssuedLedger = {
  /** By SHA-256: how many times these bytes were sent, answered or not. */
  attemptsByHash: Map<string, number>;
  acknowledged: { deliveryId: string; sha256: string }[];
};

/** What the receiver kept. Both hashes are SHA-256 in hexadecimal. */
export type StoredDelivery = { deliveryId: string; sha256: string; bodySha256: string };

type LedgerFaults = {
  /** Acknowledged, but not stored. */
  lost: string[];
  /** Stored with other bytes than were acknowledged under this id, or than their own hash. */
  altered: string[];
  /** Stored more often than issued, or twice under one id. */
  doubled: string[];
  /** Acknowledged twice under one id: one delivery stands for two. */
  merged: string[];
  /** Stored, but never issued. */
  invented: string[];
};

/** Acknowledged ⊆ stored ⊆ issued, with equal hashes, counted with multiplicity. */
export function checkLedger(issued: IssuedLedger, stored: StoredDelivery[]): LedgerFaults {
  const faults: LedgerFaults = { lost: [], altered: [], doubled: [], merged: [], invented: [] };
  const hashById = new Map<string, string>();
  const storedByHash = new Map<string, number>();
  for (const { deliveryId, sha256, bodySha256 } of stored) {
    if (hashById.has(deliveryId)) faults.doubled.push(deliveryId);
    hashById.set(deliveryId, bodySha256);
    if (sha256 !== bodySha256) faults.altered.push(deliveryId);
    const count = (storedByHash.get(bodySha256) ?? 0) + 1;
    storedByHash.set(bodySha256, count);
    const attempts = issued.attemptsByHash.get(bodySha256);
    if (attempts === undefined) faults.invented.push(deliveryId);
    else if (count > attempts) faults.doubled.push(deliveryId);
  }

  const seen = new Set<string>();
  for (const { deliveryId, sha256 } of issued.acknowledged) {
    if (seen.has(deliveryId)) faults.merged.push(deliveryId);
    seen.add(deliveryId);
    const kept = hashById.get(deliveryId);
    if (kept === undefined) faults.lost.push(deliveryId);
    else if (kept !== sha256) faults.altered.push(deliveryId);
  }
  return faults;
}

export function countFaults(faults: LedgerFaults): number {
  return Object.values(faults).reduce((sum, ids) => sum + ids.length, 0);
}

/** As in "2 lost (01…, 02…), 1 invented (03…)"; "none" when all is well. */
export function describeFaults(faults: LedgerFaults): string {
  const kinds = Object.entries(faults).filter(([, ids]) => ids.length > 0);
  const texts = kinds.map(([kind, ids]) => `${ids.length} ${kind} (${ids.slice(0, 3).join(", ")})`);
  return texts.join(", ") || "none";
}
