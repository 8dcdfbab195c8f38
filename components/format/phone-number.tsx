import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { MarkedPhoneNumber, toCustomerName } from "./text";

/** A phone number, with a mark where the service found it wrong. */
export function PhoneNumber({
  phoneNumber,
  isCorrect,
}: {
  phoneNumber: string;
  isCorrect: boolean | null;
}) {
  return (
    <MarkedPhoneNumber isCorrect={isCorrect}>{formatPhoneNumber(phoneNumber)}</MarkedPhoneNumber>
  );
}

/** What a call is known by: its customer's name, else their number. */
export function toNameOrNumber(customer: Named): string {
  const isNamed = `${customer.firstName}${customer.lastName}`.trim() !== "";
  return (!isNamed && formatPhoneNumber(customer.phoneNumber)) || toCustomerName(customer);
}

type Named = { firstName: string; lastName: string; phoneNumber: string };

/** Calls a number; null for what has no digits. */
export function telHref(phoneNumber: string): string | null {
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false })?.number;
  const digits = number ?? phoneNumber.normalize("NFKC").replaceAll(/(?!^\+)\D/g, "");
  return /\d/.test(digits) ? `tel:${digits}` : null;
}

/** A phone number as people write it; what is not an international number stays as it came. */
export function formatPhoneNumber(phoneNumber: string): string {
  return (
    parsePhoneNumberFromString(phoneNumber, { extract: false })?.formatInternational() ??
    phoneNumber
  );
}
