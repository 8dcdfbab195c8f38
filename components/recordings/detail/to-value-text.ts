import { countFormat } from "@/components/format/count-format";
import { formatFull } from "@/components/format/format-instant";
import type { FieldValue, RecordField } from "@/lib/recordings/detail/views";

/** A field's value as people read it, texts as they were given; null stays null. */
export function toValueText(
  field: RecordField,
  value: FieldValue,
  timeZone: string,
): string | null {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return countFormat.format(value);
  return field === "createdAt" && value !== null ? formatFull(value, timeZone) : value;
}
