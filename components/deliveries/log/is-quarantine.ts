import type { DeliveryFilter } from "@/lib/intake/deliveries/filter/delivery-filter";

/** Whether a filter asks for nothing but what was held back. */
export function isQuarantine({ outcomes }: DeliveryFilter): boolean {
  return outcomes.length === 1 && outcomes[0] === "quarantined";
}
