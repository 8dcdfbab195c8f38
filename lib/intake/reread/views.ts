import type { DeliveryFilter } from "../deliveries/filter/delivery-filter";

/** How far a re-reading is. */
export type RereadView = {
  id: string;
  state: "running" | "stopped" | "done" | "discarded";
  filter: DeliveryFilter;
  /** Deliveries that matched when it began; null where they were too many to count. */
  total: number | null;
  readCount: number;
  /** Of those, how many were held back and are no more, and how many are held back after it. */
  releasedCount: number;
  heldCount: number;
  /** Those whose bytes are no longer kept. */
  skippedCount: number;
  /** Why the last try failed; null while all is well. */
  fault: string | null;
  /** ISO 8601 in UTC. */
  startedAt: string;
  updatedAt: string;
};

/** What became of asking for a re-reading; null before. */
export type RereadRefusal = "another-is-open" | "nothing-matches" | null;

/** What reading one delivery again did; null before. */
export type RereadOneState = {
  outcome: "understood" | "held" | "bytes-gone" | "under-way";
} | null;
