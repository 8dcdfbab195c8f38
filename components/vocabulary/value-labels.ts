import type { ValueField } from "@/lib/recordings/filter/filter";

/** What people call the fields that are filtered by value. */
export const valueFieldLabels: Record<ValueField, string> = {
  status: "Status",
  campaign: "Campaign",
  gender: "Gender",
  type: "Customer type",
  customer: "Customer",
};

/** What stands for "none of it". */
export function noValueLabel(field: ValueField): string {
  return `No ${valueFieldLabels[field].toLowerCase()}`;
}
