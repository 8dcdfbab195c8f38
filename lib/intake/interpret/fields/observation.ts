import type { DriftKind } from "@/prisma/client/client";

/**
 * Something in a record that the interface doesn't name, or names otherwise; or a value of a field
 * whose values it leaves open. Its path is the one within the record, whatever stood around it;
 * null stands for more of its kind than are told apart.
 */
export type Observation = {
  kind: DriftKind;
  path: string[] | null;
  /** What the interface says. */
  expected?: string;
  /** What came. */
  found?: string;
};

/** Keys that nobody asked for, up to as many as one object needs to show what it is. */
export function observeKeys(
  kind: "unknown_field" | "unknown_member",
  keys: string[],
  place: string[],
): Observation[] {
  const told = keys.slice(0, mostKeys).map((key) => ({ kind, path: [...place, key] }));
  return keys.length > mostKeys ? [...told, { kind, path: null }] : told;
}

const mostKeys = 100;
