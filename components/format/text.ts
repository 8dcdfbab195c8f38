import { translateStored } from "@/lib/language/translate-stored";
import { remarkTexts } from "./remark-texts.en";
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

/** What reading an event remarked, in the language of who looks; in English what nobody has translated. */
export function wordRemark(message: string): string {
  return translateStored(message, remarkTexts().translations);
}

/** The same of a remark that may follow the path of its field. */
export function wordProblem(problem: string): string {
  const whole = wordRemark(problem);
  const space = problem.indexOf(" ");
  if (whole !== problem || space === -1) return whole;
  return `${problem.slice(0, space)} ${wordRemark(problem.slice(space + 1))}`;
}
