import type { FlagField } from "@/lib/recordings/filter/filter";

/** The questions of a call that have yes or no for an answer, and their parameters in the address. */
export const yesNoFields: { field: FlagField; parameter: string; label: string }[] = [
  { field: "transcript", parameter: "transcript", label: "Transcript" },
  { field: "confirmed", parameter: "confirmed", label: "Customer confirmed" },
  { field: "phoneOk", parameter: "phone_ok", label: "Phone number correct" },
  { field: "incomplete", parameter: "incomplete", label: "Incomplete" },
];
