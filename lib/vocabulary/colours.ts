import { processWide } from "@/lib/platform/process/process-wide";
import type { Colour } from "./schema";

/**
 * The colour that people expect of the usual words for a status; undefined for any other word. Statuses
 * are whatever arrives.
 */
function findUsualColour(status: string): Colour | undefined {
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

/** The usual words get their colour, any other word the free colour that the fewest have. Pure. */
export function chooseColours(
  statuses: readonly string[],
  taken: ReadonlyMap<string, string>,
): { status: string; colour: Colour }[] {
  const holders = new Map<string, number>();
  const hold = (colour: string) => holders.set(colour, (holders.get(colour) ?? 0) + 1);
  for (const colour of taken.values()) hold(colour);
  const usual = statuses.map((status) => ({ status, colour: findUsualColour(status) }));
  for (const { colour } of usual) if (colour) hold(colour);
  return usual.map(({ status, colour }) => {
    if (colour) return { status, colour };
    const count = (one: Colour) => holders.get(one) ?? 0;
    const free = freeColours.reduce((best, one) => (count(one) < count(best) ? one : best));
    hold(free);
    return { status, colour: free };
  });
}

/** The colours of statuses that have just come, on every page of this process. */
const interim = processWide("earshotInterimColours", () => new Map<string, Colour>());

/** The rarest of more statuses share a colour by their letters. */
export const mostColoured = 200;

/**
 * The colour of a status that has been given none yet: one that the fewest have, those of other such
 * statuses among them. It stays the same as long as no status that was given one has it, too.
 */
export function chooseInterimColour(status: string, chosen: ReadonlyMap<string, Colour>): Colour {
  const usual = findUsualColour(status);
  const held = interim();
  for (const known of held.keys()) if (chosen.has(known)) held.delete(known);
  const taken = new Map([...held, ...chosen]);
  taken.delete(status);
  const [{ colour } = { colour: undefined }] = chooseColours([status], taken);
  const holders = (one: Colour) => [...taken.values()].filter((other) => other === one).length;
  const former = held.get(status);
  if (former && (former === usual || !colour || holders(former) <= holders(colour))) return former;
  if (!colour || taken.size >= mostColoured) return usual ?? toColourOfLetters(status);
  held.set(status, colour);
  return colour;
}

function toColourOfLetters(status: string): Colour {
  return freeColours[hash(status) % freeColours.length] ?? "grey";
}

/** FNV-1a over the UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
