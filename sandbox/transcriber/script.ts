import type { CallOrigin } from "../calls/call-sid";
import { makeCall } from "../calls/make-call";
import { createRandom, type Random } from "../numbers/random";
import type { Turn } from "../sound/recording-library";

type SpokenWord = { word: string; start: number; end: number };
export type SpokenSegment = {
  start: number;
  end: number;
  text: string;
  speaker: string;
  words: SpokenWord[];
};

/** What is said in the turns of a call, the same for the same call, with the time of each word. */
export function writeScript({ seed, index }: CallOrigin, turns: Turn[]): SpokenSegment[] {
  const random = createRandom(seed, "script", index);
  const { firstName } = makeCall(seed, index).customer;
  const first = { agent: `Hello ${firstName}, this is the assistant.`, customer: "Hello?" };
  const isOpened = { agent: false, customer: false };
  return turns.map(({ speaker, startSeconds, seconds }) => {
    const lines = isOpened[speaker] ? [] : [first[speaker]];
    isOpened[speaker] = true;
    const words = chooseWords(lines, says[speaker], seconds, random);
    const pace = seconds / words.length;
    const timed = words.map((word, place) => ({
      word,
      start: round(startSeconds + place * pace),
      end: round(startSeconds + (place + 0.9) * pace),
    }));
    return {
      start: round(startSeconds),
      end: round(startSeconds + seconds),
      text: words.join(" "),
      speaker: speaker === "agent" ? "Agent" : "Customer",
      words: timed,
    };
  });
}

const wordsPerSecond = 2.6;

/** Whole sentences, as many as the time takes, and one at least. */
function chooseWords(
  lines: string[],
  sentences: readonly [string, ...string[]],
  seconds: number,
  random: Random,
): string[] {
  const most = seconds * wordsPerSecond;
  const words = lines.flatMap((line) => line.split(" "));
  while (words.length < most) {
    const sentence = random.pick(sentences).split(" ");
    if (words.length > 0 && words.length + sentence.length > most + 2) break;
    words.push(...sentence);
  }
  return words;
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

const says = {
  agent: [
    "I am calling about your last order.",
    "May I confirm your delivery address?",
    "We can move the appointment to Thursday morning.",
    "I have sent the invoice by email.",
    "Would you like to renew your subscription?",
    "The refund reaches you within five days.",
    "Thank you for your patience.",
    "Is there anything else that I can do for you?",
  ],
  customer: [
    "Yes, that is correct.",
    "No, thank you.",
    "Could you call me back tomorrow?",
    "I was expecting the parcel on Monday.",
    "How much does the premium plan cost?",
    "Please cancel it.",
    "That sounds good to me.",
    "I moved to another address last month.",
  ],
} as const;
