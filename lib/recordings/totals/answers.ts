import type { FlagFilter, RecordingFilter } from "../filter/filter";
import type { CallRecord } from "../record/call-record";

/**
 * How calls are counted by what is answered of them: by what is not known, and by the yes to each
 * choice of questions, from which every combination of yes and no follows.
 */
export const questions = ["transcript", "confirmed", "phoneOk"] as const;
export type Question = (typeof questions)[number];
export type FlagChoices = Pick<RecordingFilter, Question | "incomplete">;

/** Columns of how many calls say yes to all questions of a mask, in which each has its bit. */
export const yesColumns = [
  "calls",
  "with_transcript",
  "confirmed",
  "transcript_and_confirmed",
  "phone_number_correct",
  "transcript_and_phone",
  "confirmed_and_phone",
  "all_answers",
] as const;
export type YesColumn = (typeof yesColumns)[number];

type Answers = Record<Question, CallRecord["hasTranscript"]>;
const letters = { incomplete: "i", transcript: "t", confirmed: "c", phoneOk: "p" } as const;

/** What is not known of a call, in letters; '' of a complete one. */
export function toGaps(answers: Answers, isIncomplete: boolean): string {
  const unknown = questions.filter((question) => answers[question] === null);
  return [...(isIncomplete ? (["incomplete"] as const) : []), ...unknown]
    .map((field) => letters[field])
    .join("");
}

/** The same in SQL, over `recording`. */
export const gapsSql = [
  "CASE WHEN is_incomplete THEN 'i' ELSE '' END",
  "CASE WHEN has_transcript IS NULL THEN 't' ELSE '' END",
  "CASE WHEN customer_is_confirmed IS NULL THEN 'c' ELSE '' END",
  "CASE WHEN customer_is_phone_number_correct IS NULL THEN 'p' ELSE '' END",
].join(" || ");

/** The columns of these answers in SQL, over `recording`, in their order; the first is all calls. */
export const yesSql = yesColumns.map((column, mask) => {
  const flags = ["has_transcript", "customer_is_confirmed", "customer_is_phone_number_correct"];
  const asked = flags.filter((_, bit) => mask & (1 << bit));
  const filter = asked.length > 0 ? ` FILTER (WHERE ${asked.join(" AND ")})` : "";
  return `count(*)${filter} AS ${column}`;
});

export function toYesMask(answers: Answers): number {
  return maskOf(questions.filter((question) => answers[question] === true));
}

const everyGaps = Array.from({ length: 16 }, (_, bits) =>
  Object.values(letters)
    .filter((_, bit) => bits & (1 << bit))
    .join(""),
);

/** The gaps of calls that may fit; null: any does. */
export function listGaps(choices: FlagChoices): string[] | null {
  const fitting = everyGaps.filter((gaps) => fitsGaps(gaps, choices));
  return fitting.length === everyGaps.length ? null : fitting;
}

/** Whether calls with these gaps may fit. */
export function fitsGaps(gaps: string, choices: FlagChoices): boolean {
  const isKnown = (question: Question) => !gaps.includes(letters[question]);
  return (
    fits(choices.incomplete, gaps.includes(letters.incomplete)) &&
    questions.every((question) => fits(choices[question], isKnown(question) ? "either" : null))
  );
}

/** @param answer "either" of calls that know it, but may say yes or no */
function fits(choice: FlagFilter, answer: boolean | "either" | null): boolean {
  if (choice === null) return true;
  if (choice === "empty") return answer === null;
  if (choice === "not-empty" || answer === "either") return answer !== null;
  return choice === answer;
}

/** What adds up to the calls that fit, of calls whose gaps do. */
export function listTerms(choices: FlagChoices): { sign: 1 | -1; column: YesColumn }[] {
  const wanted = maskOf(questions.filter((question) => choices[question] === true));
  const unwanted = maskOf(questions.filter((question) => choices[question] === false));
  // Those who say yes to what shall be no are taken away, and what was taken twice is given back.
  return yesColumns.flatMap((_, mask) => {
    if ((mask & unwanted) !== mask) return [];
    const column = yesColumns[wanted | mask] ?? "calls";
    return [{ sign: bitsOf(mask) % 2 === 0 ? 1 : -1, column } as const];
  });
}

function maskOf(asked: readonly Question[]): number {
  return asked.reduce((mask, question) => mask | (1 << questions.indexOf(question)), 0);
}

function bitsOf(mask: number): number {
  return questions.filter((_, bit) => mask & (1 << bit)).length;
}
