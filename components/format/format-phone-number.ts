import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A phone number as people write it; what is not an international number stays as it came. */
export function formatPhoneNumber(phoneNumber: string): string {
  return (
    parsePhoneNumberFromString(phoneNumber, { extract: false })?.formatInternational() ??
    phoneNumber
  );
}
