import type { Difference } from "@/lib/rehearsal/views";
import { rehearsalTexts } from "./texts.en";

/** Where a step differs from what was expected of it, in a sentence. */
export function wordDifference(difference: Difference): string {
  const { outcomes, differences: t } = rehearsalTexts();
  switch (difference.code) {
    case "answered":
      return t.answered(difference.found, difference.expected);
    case "outcome":
      return t.outcome(outcomes[difference.found], outcomes[difference.expected]);
    case "status":
    case "campaign":
    case "deliveries":
    case "contents":
      return t[difference.code](showValue(difference.found), showValue(difference.expected));
    case "refusedThere":
      return t.refusedThere(difference.found);
    default:
      return t[difference.code];
  }
}

function showValue(value: string | number | null): string {
  const t = rehearsalTexts();
  return typeof value === "string" ? t.quoted(value) : String(value ?? t.none);
}
