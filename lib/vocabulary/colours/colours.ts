/** What a value may be coloured with; each has a tone of both themes. */
export const colours = [
  ...(["green", "lime", "teal", "blue", "violet"] as const),
  ...(["pink", "red", "amber", "brown", "grey"] as const),
] as const;

export type Colour = (typeof colours)[number];

/**
 * The colour that people expect of the usual words for a status; undefined for any other word. Statuses
 * are whatever arrives.
 */
export function findUsualColour(status: string): Colour | undefined {
  return usual.get(
    status
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, " "),
  );
}

/** Red, green and grey mean something, so that an unusual word never borrows them. */
export const freeColours: readonly Colour[] = [
  ...(["blue", "amber", "violet", "teal", "pink", "brown", "lime"] as const),
];

const usual = new Map<string, Colour>(
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
