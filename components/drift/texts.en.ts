import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const driftTexts = texts("drift", {
  changes: "Schema changes",
  newInWeek: "New in the last 7 days.",
  allChanges: "All changes",
  none: "No schema changes.",
  /** What is not listed: new ones, and older ones; at least one of them is not 0. */
  others: (more: number, older: number) => {
    const parts = [
      more > 0 ? `${countFormat.format(more)} more` : null,
      older > 0 ? `${countFormat.format(older)} older, not acknowledged yet` : null,
    ].filter((part) => part !== null);
    return `And ${parts.join(", and ")}.`;
  },
  selectAll: "Select all",
  selectAllOf: (title: string) => `Select all: ${title}`,
  acknowledge: (chosen: number) =>
    chosen > 0 ? `Acknowledge ${countFormat.format(chosen)}` : "Acknowledge",
  acknowledgeChosen: (chosen: number, title: string) =>
    chosen > 0 ? `Acknowledge ${countFormat.format(chosen)}: ${title}` : `Acknowledge: ${title}`,
  further: (count: number) => `And ${countFormat.format(count)} more, first seen before these.`,
  what: "What",
  deliveries: "Deliveries",
  deliveriesWord: (count: number): string => (count === 1 ? "delivery" : "deliveries"),
  first: "First",
  last: "Last",
  known: "Known",
  knownSince: (day: string, by: string | null) => `Known since ${day}${by ? `, ${by}` : ""}`,
  isNew: "New",
  kinds: {
    unknown_field: "Unknown field",
    unknown_member: "Unknown top-level key",
    missing_field: "Missing field",
    status: "Status",
    campaign: "Campaign",
    gender: "Gender",
    customer_type: "Customer type",
  },
  furtherOf: {
    unknown_field: "Other unknown fields",
    unknown_member: "Other unknown top-level keys",
    type: "Other unexpected types",
    missing_field: "Other missing fields",
    form: "Other delivery formats",
    status: "Other statuses",
    campaign: "Other campaigns",
    gender: "Other genders",
    customer_type: "Other customer types",
  },
  /** @param found and expected are named in English where a delivery is read */
  insteadOf: (found: string | null, expected: string | null) => {
    const what = found ? `${found.charAt(0).toUpperCase()}${found.slice(1)}` : "Something else";
    return `${what} instead of ${expected}`;
  },
  namesIn: (spelling: string) => `Field names in ${spelling}`,
  customerBeside: "Customer next to the record",
  customerOutside: "Customer fields outside details",
  noEnvelope: "Record without an envelope",
  severalRecords: "Several records in one delivery",
  unexpectedPlace: "Unexpected record location",
});
