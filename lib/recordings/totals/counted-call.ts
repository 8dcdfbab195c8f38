import "server-only";
import { hash } from "node:crypto";
import type { FlagFilter, RecordingFilter } from "../filter/filter";
import type { CallRecord } from "../record/call-record";
import { toDigits } from "../record/search-text";

/**
 * How calls are counted by what is answered of them: by what is not known, and by the yes to each
 * choice of questions, from which every combination of yes and no follows.
 */
const questions = ["transcript", "confirmed", "phoneOk"] as const;
type Question = (typeof questions)[number];
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

/** What of a call is counted, and what is told of its customer. */
export type CountedCall = {
  id: string;
  /** When the call began, in microseconds since 1970, and in whole seconds, cut. */
  micros: bigint;
  second: number;
  status: string;
  campaign: string;
  gender: string;
  type: string;
  /** What of it is not known, as `toGaps` writes it. */
  gaps: string;
  minutes: number;
  /** Which answers are yes, as `toYesMask` numbers them. */
  yes: number;
  customerId: string;
  /** Changes with whatever a call says of its customer, and when. */
  told: string;
};

/** A record as the ledger is about to have it. @param createdAt where the record doesn't tell it itself */
export function toCountedCall(record: CallRecord, createdAt: Date): CountedCall {
  const at = record.createdAt ?? createdAt.toISOString();
  const [, decimals = ""] = /\.(\d+)Z$/.exec(at) ?? [];
  const seconds = Math.floor(Date.parse(at) / 1_000);
  return toCounted({
    ...record,
    micros: BigInt(seconds) * 1_000_000n + BigInt(decimals.padEnd(6, "0")),
    phoneDigits: toDigits(record.customerPhoneNumber),
    isIncomplete: record.problems.length > 0,
  });
}

/** What is read of a call to count it. */
export type CountableCall = Omit<
  CallRecord,
  | "createdAt"
  | "callSid"
  | "recordingAttachment"
  | "rosterAttachment"
  | "summary"
  | "extra"
  | "customerPhoneNumber"
  | "problems"
> & { /** Since 1970. */ micros: bigint; phoneDigits: string; isIncomplete: boolean };

export function toCounted(call: CountableCall): CountedCall {
  const answers = {
    transcript: call.hasTranscript,
    confirmed: call.customerIsConfirmed,
    phoneOk: call.customerIsPhoneNumberCorrect,
  };
  return {
    id: call.id,
    micros: call.micros,
    second: Number(call.micros / 1_000_000n) - (call.micros % 1_000_000n < 0n ? 1 : 0),
    status: call.status,
    campaign: call.campaign ?? "",
    gender: call.customerGender,
    type: call.customerType ?? "",
    gaps: toGaps(answers, call.isIncomplete),
    minutes: call.minutesUsed ?? 0,
    yes: toYesMask(answers),
    customerId: call.customerId,
    told: JSON.stringify([
      String(call.micros),
      call.customerFirstName,
      call.customerLastName,
      call.phoneDigits,
      call.customerEmail,
      call.customerGender,
      call.customerIsPhoneNumberCorrect,
    ]),
  };
}

/** What is added up of calls, as the columns of the rollups. */
export const sumColumns = ["calls", "minutes", ...yesColumns.slice(1)] as const;

/** What one call adds to each of these columns. */
export function sumsOf({ minutes, yes }: CountedCall): number[] {
  const sums = yesColumns.map((_, mask) => ((yes & mask) === mask ? 1 : 0));
  return [1, minutes, ...sums.slice(1)];
}

/** Where a zone's day may begin: at a quarter of an hour, and before 2012 at any second. */
const quarterSeconds = 900;
const quartersSince = Date.UTC(2012, 0, 1) / 1_000;

/** The beginning of the quarter in which a call is counted, in seconds since 1970. */
export function quarterOf(second: number): number {
  return second < quartersSince ? second : Math.floor(second / quarterSeconds) * quarterSeconds;
}

/** The key of what a call is counted by. */
export function keyOf({ status, campaign, gender, type, gaps }: Counted): string {
  return toKey([status, campaign, gender, type, ...(gaps === "" ? [] : [gaps])]);
}

/** The keys of what it is counted by more broadly. */
export function broadKeysOf({ status, campaign, gender, type, gaps }: Counted) {
  return {
    byCampaign: toKey([status, campaign, gaps]),
    byPerson: toKey([status, gender, type, gaps]),
  };
}

type Counted = Pick<CountedCall, "status" | "campaign" | "gender" | "type" | "gaps">;

function toKey(values: string[]): string {
  const told = values.map((one) => `${Buffer.byteLength(one)}:${one}`);
  return String(hash("sha256", told.join(""), "buffer").readBigInt64BE());
}
