import { formatTexts } from "./texts.en";

/** A customer's whole name, or a word where there is none. */
export function toCustomerName(customer: { firstName: string; lastName: string }): string {
  return `${customer.firstName} ${customer.lastName}`.trim() || formatTexts().noName;
}

/** An answer in a word; null is not known. */
export function yesOrNo(answer: boolean | null): string {
  const t = formatTexts();
  if (answer === null) return t.notKnown;
  return answer ? t.yes : t.no;
}

/** "Incomplete: 2 fields are missing or can’t be read". */
export function describeIncomplete(problemCount: number): string {
  return formatTexts().incomplete(problemCount);
}
