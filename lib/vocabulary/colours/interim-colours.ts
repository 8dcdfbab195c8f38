import { processWide } from "@/lib/platform/process/process-wide";
import { chooseColours } from "./choose-colours";
import { type Colour, findUsualColour, freeColours } from "./colours";

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
