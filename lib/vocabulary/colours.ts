import { processWide } from "@/lib/platform/process/process-wide";
import type { Colour } from "./views";

/**
 * The colour that people expect of the usual words for a status; undefined for any other word. Statuses
 * are whatever arrives.
 */
function findUsualColour(status: string): Colour | undefined {
  const word = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
  return Object.hasOwn(usual, word) ? usual[word] : undefined;
}

/** Shared by all statuses for which there is none left: they are told apart by their names. */
export const neutralColour: Colour = "grey";

/**
 * Red and green mean something, so that an unusual word never borrows them. Those that usual words want
 * are given last.
 */
export const freeColours: readonly Colour[] = [
  "blue",
  "teal",
  "brown",
  "lime",
  "violet",
  "pink",
  "amber",
];

const ownColours: readonly Colour[] = ["green", "red", ...freeColours];

const usual: Readonly<Record<string, Colour>> = {
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
};

/** What a status may have that holds none: the colour of the usual words, any other, or the neutral one. */
export function findFreeColour(status: string, taken: { has(colour: Colour): boolean }): Colour {
  const usual = findUsualColour(status);
  if (usual && !taken.has(usual)) return usual;
  return freeColours.find((colour) => !taken.has(colour)) ?? neutralColour;
}

type RankedStatus = { status: string; calls: number };

/**
 * A colour for each status, and no two the same, but for the neutral one. What a status held it keeps;
 * the others get one by rank, the usual words theirs first. One without a colour takes it from the last that
 * has one once it has twice the calls. What people gave to others is taken. Pure.
 */
export function chooseColours(
  ranked: readonly RankedStatus[],
  held: ReadonlyMap<string, string>,
  given: ReadonlySet<Colour>,
): Map<string, Colour> {
  const chosen = new Map<string, Colour>();
  const taken = new Set(given);
  const take = (status: string, colour: Colour) => {
    chosen.set(status, colour);
    if (colour !== neutralColour) taken.add(colour);
  };
  for (const { status } of ranked) {
    const own = ownColours.find((colour) => colour === held.get(status));
    if (own && !taken.has(own)) take(status, own);
  }
  for (const { status } of ranked) {
    const usual = findUsualColour(status);
    if (usual && !chosen.has(status) && !taken.has(usual)) take(status, usual);
  }
  for (const { status } of ranked) {
    if (!chosen.has(status)) take(status, findFreeColour(status, taken));
  }
  for (const { status, calls } of ranked) {
    if (chosen.get(status) !== neutralColour) continue;
    const last = ranked.findLast((one) =>
      freeColours.includes(chosen.get(one.status) ?? neutralColour),
    );
    if (!last || calls === 0 || calls < 2 * last.calls) break;
    take(status, chosen.get(last.status) ?? neutralColour);
    chosen.set(last.status, neutralColour);
  }
  return chosen;
}

/** The colours of statuses that have just come, on every page of this process. */
const interim = /* @__PURE__ */ processWide(
  "earshotInterimColours",
  () => new Map<string, Colour>(),
);

/** The rarest of more statuses are given none. */
export const mostColoured = 200;

/**
 * The colour of a status that has been given none yet: one that no other has, other such statuses
 * among them. It stays the same as long as no other status is given it.
 */
export function chooseInterimColour(
  status: string,
  chosen: ReadonlyMap<string, Colour>,
  given: ReadonlySet<Colour>,
): Colour {
  const held = interim();
  for (const known of held.keys()) if (chosen.has(known)) held.delete(known);
  const former = held.get(status);
  held.delete(status);
  const taken = new Set([...chosen.values(), ...given, ...held.values()]);
  const colour = former && !taken.has(former) ? former : findFreeColour(status, taken);
  if (colour !== neutralColour) held.set(status, colour);
  return colour;
}

/** Once every status that calls have was given a colour, no other one may keep any from the next. */
export function forgetInterimColours(): void {
  interim().clear();
}
