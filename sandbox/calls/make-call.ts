import type { Campaign } from "../customers/campaigns";
import { type Customer, customerCount, makeCustomer } from "../customers/make-customer";
import { createRandom, type Random } from "../numbers/random";
import { writeCallSid } from "./call-sid";

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

/** One to four sentences about how the call went. */
function writeSummary(
  status: string,
  campaign: Campaign | null,
  customer: Customer,
  random: Random,
): string {
  const phrases = choosePhrases(status, campaign, random);
  return phrases.map((phrase) => fillIn(phrase, customer, random)).join(" ");
}

function choosePhrases(status: string, campaign: Campaign | null, random: Random): string[] {
  const reasons = unanswered[status];
  if (reasons) return [random.pick(reasons)];
  const matter = random.pick(campaign ? matters[campaign] : withoutCampaign);
  const phrases = random.chance(0.85) ? [random.pick(openings), matter] : [matter];
  if (random.chance(0.7)) phrases.push(random.pick(closings));
  const extra = random.pick(closings);
  if (random.chance(0.2) && !phrases.includes(extra)) phrases.push(extra);
  return phrases;
}

function fillIn(phrase: string, customer: Customer, random: Random): string {
  return phrase
    .replace("{first}", customer.firstName)
    .replace("{last}", customer.lastName)
    .replace("{day}", random.pick(days))
    .replace("{time}", `${random.integer(8, 19)}:${random.pick(["00", "15", "30", "45"])}`)
    .replace("{amount}", `${random.integer(18, 640)}.${random.pick(["00", "50", "90"])} EUR`);
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

type Phrases = readonly [string, ...string[]];

const openings: Phrases = [
  "{first} answered at once and confirmed their identity.",
  "The agent spoke with {first} {last}.",
  "{first} was reached on the second attempt and had a few minutes.",
  "{first} {last} picked up and agreed to the call being recorded.",
  "The conversation with {first} was friendly and to the point.",
  "{first} was in a hurry, so the agent kept it short.",
];

const matters: Record<Campaign, Phrases> = {
  "spring-renewal": [
    "They would like to renew for twelve months at the current price.",
    "They asked whether the renewal includes the extended warranty, and were told that it does.",
    "They are comparing offers and have not decided about the renewal.",
  ],
  "payment-reminder": [
    "The open invoice of {amount} will be paid by {day}.",
    "They said that the invoice of {amount} was paid last week and will send the receipt.",
    "They asked to split the {amount} into two instalments.",
  ],
  "appointment-confirmation": [
    "The appointment on {day} at {time} stands.",
    "They moved the appointment to {day} at {time}.",
    "They cancelled the appointment because of illness and will call to make a new one.",
  ],
  "welcome-call": [
    "The agent walked them through the first steps, and signing in worked.",
    "They had trouble finding the activation code, which was sent again.",
    "They are pleased with the delivery and had no questions.",
  ],
  "satisfaction-survey": [
    "They gave 9 out of 10 and praised the quick answers.",
    "They gave 4 out of 10, because the technician came two hours late.",
    "They answered all five questions and would recommend the service.",
  ],
  "win-back": [
    "They left because of the price and are open to an offer.",
    "They moved abroad and do not need the service any more.",
    "They would come back for a plan without a minimum term.",
  ],
};

const withoutCampaign: Phrases = [
  "They returned an earlier call and asked about opening hours.",
  "They asked to be called in the evening in future.",
  "They wanted to change the address on the account, which was done during the call.",
];

const closings: Phrases = [
  "No follow-up is needed.",
  "A callback was agreed for {day} at {time}.",
  "They asked for the details by e-mail.",
  "The agent passed the request on to a colleague.",
  "They asked not to be called before {time}.",
  "Mood: calm and friendly throughout.",
];

const unanswered: Record<string, Phrases> = {
  voicemail: [
    "The call went to voicemail; the agent left a short message for {first}.",
    "Voicemail picked up. A message with the callback number was left.",
    "The mailbox of {first} {last} answered. The agent left a message and will try again on {day}.",
  ],
  "no-answer": [
    "Nobody answered.",
    "The phone rang for half a minute without an answer.",
    "No answer from {first}; another attempt is planned for {day}.",
  ],
  busy: ["The line was busy.", "{first}'s line was busy; the call will be repeated."],
  failed: [
    "The call could not be connected.",
    "The number could not be reached; the network reported an error.",
  ],
  canceled: [
    "The call was cancelled before anyone answered.",
    "The call was cancelled, because {first} had called back in the meantime.",
  ],
};
