import type { DriftKind } from "@/prisma/client/client";

/** Something that differs from the interface, or a value of a field whose values it leaves open. */
export type DriftView = {
  id: string;
  kind: DriftKind;
  /** Its place in the record; null: everything of its kind beyond the limit. */
  path: string | null;
  expected: string | null;
  found: string | null;
  /** Deliveries that carried it. */
  count: number;
  /** ISO 8601 in UTC. */
  firstAt: string;
  firstDeliveryId: string;
  lastAt: string;
  lastDeliveryId: string;
  /** First seen within a week, and not acknowledged. */
  isNew: boolean;
  acknowledged: { at: string; by: string | null } | null;
};

export type DriftListView = {
  /** What nobody acknowledged comes first, the newest on top. */
  items: DriftView[];
  /** Older ones that are not listed. */
  more: number;
};

export type DriftPageView = { structure: DriftListView; values: DriftListView };

/** What an operator doesn't know yet. */
export type DriftNewsView = {
  /** First seen within a week, the newest on top. */
  items: DriftView[];
  /** How many of those there are, and how many older ones wait to be acknowledged. */
  newCount: number;
  olderCount: number;
};
