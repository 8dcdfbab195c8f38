import type { CallRecord } from "./call-record";

/** Folds spellings together: compatibility forms, case, and accents on Latin letters. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

export function toDigits(text: string): string {
  return text.normalize("NFKC").replaceAll(/\D/g, "");
}

/** What a search reads of a record. */
export function toSearchText(record: CallRecord): string {
  const parts = [
    record.summary,
    `${record.customerFirstName} ${record.customerLastName}`,
    record.customerEmail ?? "",
    record.id,
    record.callSid,
    record.customerId,
  ];
  return foldText(parts.filter(Boolean).join("\n"));
}
