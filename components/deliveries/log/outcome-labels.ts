import type { LoggedOutcome } from "@/lib/intake/deliveries/filter/delivery-filter";

/** The outcomes as people read them. */
export const outcomeLabels: Record<LoggedOutcome, string> = {
  quarantined: "Quarantined",
  stored: "Stored",
  unchanged: "Unchanged",
  superseded: "Superseded",
};
