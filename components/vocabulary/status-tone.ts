import type { Tone } from "@/components/ui/tone/tone";

/**
 * The colour of a status. Statuses are whatever arrives: the usual words get the colour that
 * people expect, any other word gets one of its own that stays the same on every page.
 */
export function toStatusTone(status: string): Tone {
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
  return known.get(word) ?? unknownTones[hash(word) % unknownTones.length] ?? "grey";
}

const known = new Map<string, Tone>(
  Object.entries({
    completed: "green",
    complete: "green",
    success: "green",
    successful: "green",
    answered: "green",
    done: "green",
    failed: "red",
    failure: "red",
    error: "red",
    rejected: "red",
    declined: "red",
    busy: "pink",
    "no answer": "amber",
    unanswered: "amber",
    missed: "amber",
    voicemail: "violet",
    "in progress": "blue",
    ongoing: "blue",
    ringing: "blue",
    queued: "grey",
    pending: "grey",
    cancelled: "grey",
    canceled: "grey",
  }),
);

/** Red, green and grey mean something, so that an unknown word never borrows them. */
const unknownTones: Tone[] = ["amber", "blue", "violet", "teal", "pink"];

/** FNV-1a over the UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
