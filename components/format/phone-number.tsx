import { formatPhoneNumber } from "./format-phone-number";
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
