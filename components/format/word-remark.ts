import { translateStored } from "@/lib/language/translate-stored";
import { remarkTexts } from "./remark-texts.en";

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
