import type { DriftKind } from "@/prisma/client/client";

/** Differences from the interface. */
export const structureKinds: DriftKind[] = [
  ...(["unknown_field", "unknown_member", "type", "missing_field", "form"] as const),
];

/** Values of fields whose values the interface leaves open. */
export const valueKinds: DriftKind[] = ["status", "campaign", "gender", "customer_type"];

/** So many different names of each kind have a row of their own; all others share one. */
export const mostOfKind: Record<DriftKind, number> = {
  unknown_field: 200,
  unknown_member: 100,
  type: 100,
  missing_field: 100,
  form: 50,
  status: 200,
  campaign: 1_000,
  gender: 100,
  customer_type: 200,
};
