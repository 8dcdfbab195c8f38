import { type Customer, customerCount, makeCustomer } from "../customers/make-customer";
import { createRandom, type Random } from "../random";
import { writeCallSid } from "./call-sid";
import type { Campaign } from "./campaigns";
import { writeSummary } from "./write-summary";

export type Call = {
  index: number;
  isTest: boolean;
  id: string;
  callSid: string;
  status: string;
  durationSeconds: number;
  campaign: Campaign | null;
  hasRoster: boolean;
  customer: Customer;
  hasTranscript: boolean;
  summary: string;
  audioFormat: "mp3" | "wav";
};

/** Test calls are numbered from here, so that a call's number alone tells them apart. */
export const firstTestIndex = 2 ** 31;

/** The same call for the same seed and number. */
export function makeCall(seed: number, index: number): Call {
  const random = createRandom(seed, "call", index);
  const customer = makeCustomer(seed, random.integer(0, customerCount - 1));
  const campaign = random.chance(0.87) ? customer.campaign : null;
  const status = random.pickWeighted(statuses);
  return {
    index,
    isTest: index >= firstTestIndex,
    id: `rec_${random.hex(24)}`,
    callSid: writeCallSid({ seed, index }),
    status,
    durationSeconds: chooseDurationSeconds(status, random),
    campaign,
    hasRoster: campaign !== null && random.chance(0.9),
    customer,
    hasTranscript: status === "completed" ? random.chance(0.95) : status === "voicemail",
    summary: writeSummary(status, campaign, customer, random),
    audioFormat: random.chance(0.6) ? "mp3" : "wav",
  };
}

const statuses = [
  ["completed", 60],
  ["no-answer", 14],
  ["voicemail", 13],
  ["busy", 6],
  ["failed", 4],
  ["canceled", 3],
] as const;

/** Conversations are mostly of one to four minutes, and now and then of a quarter of an hour. */
function chooseDurationSeconds(status: string, random: Random): number {
  if (status === "completed") return Math.round(25 + 900 * random.fraction() ** 2.6);
  if (status === "voicemail") return random.integer(18, 55);
  if (status === "no-answer") return random.integer(20, 40);
  return random.integer(3, 12);
}
