import { TriangleAlert } from "lucide-react";
import { formatPhoneNumber } from "./format-phone-number";

/** A phone number, with a mark where the service found it wrong. */
export function PhoneNumber({
  phoneNumber,
  isCorrect,
}: {
  phoneNumber: string;
  isCorrect: boolean;
}) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span className="truncate tabular-nums">{formatPhoneNumber(phoneNumber)}</span>
      {isCorrect ? null : (
        <span title="Not correct" className="shrink-0">
          <TriangleAlert aria-hidden className="size-3.5 text-warn" />
          <span className="sr-only">(not correct)</span>
        </span>
      )}
    </span>
  );
}
