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

/** What the list of people is ordered by; an index holds no text of any length. */
export function toSortName({ customerFirstName, customerLastName }: CallRecord): string {
  const name = foldText(`${customerFirstName} ${customerLastName}`.trim());
  return [...name].slice(0, 200).join("");
}

/** What a search for people reads of a record. */
export function toCustomerSearchText(record: CallRecord): string {
  const name = `${record.customerFirstName} ${record.customerLastName}`.trim();
  const parts = [name, record.customerEmail ?? "", record.customerId];
  return foldText(parts.filter(Boolean).join("\n"));
}

/** What the spellings of one phone number have in common. */
export function toPhoneEnd(phoneNumber: string): string {
  return toDigits(phoneNumber).slice(-7);
}
