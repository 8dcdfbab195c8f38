import type { Campaign } from "./campaigns";

type Phrases = readonly [string, ...string[]];

export const openings: Phrases = [
  "{first} answered at once and confirmed their identity.",
  "The agent spoke with {first} {last}.",
  "{first} was reached on the second attempt and had a few minutes.",
  "{first} {last} picked up and agreed to the call being recorded.",
  "The conversation with {first} was friendly and to the point.",
  "{first} was in a hurry, so the agent kept it short.",
];

export const matters: Record<Campaign, Phrases> = {
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

export const withoutCampaign: Phrases = [
  "They returned an earlier call and asked about opening hours.",
  "They asked to be called in the evening in future.",
  "They wanted to change the address on the account, which was done during the call.",
];

export const closings: Phrases = [
  "No follow-up is needed.",
  "A callback was agreed for {day} at {time}.",
  "They asked for the details by e-mail.",
  "The agent passed the request on to a colleague.",
  "They asked not to be called before {time}.",
  "Mood: calm and friendly throughout.",
];

export const unanswered: Record<string, Phrases> = {
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
