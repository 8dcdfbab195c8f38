import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { MarkedPhoneNumber } from "./marked-phone-number";

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

/** A phone number as people write it; what is not an international number stays as it came. */
export function formatPhoneNumber(phoneNumber: string): string {
  return (
    parsePhoneNumberFromString(phoneNumber, { extract: false })?.formatInternational() ??
    phoneNumber
  );
}
