import { keep, readKept, recall } from "@/components/live/kept";
import { audioSchema } from "@/components/vocabulary/value-schema";
import * as v from "@/lib/platform/shape";
import { placeKey } from "./remote-control";

/** A call as the player names it. */
const callSchema = v.object({ id: v.string, title: v.string });

export type PlayerCall = v.Shaped<typeof callSchema>;

/** A call of a list: whether it can be played, as far as is known, and where its audio stands. */
const listedSchema = v.object({
  ...callSchema.entries,
  canPlay: v.boolean,
  audio: v.nullable(audioSchema),
});

export type ListedCall = v.Shaped<typeof listedSchema>;

/** The calls of a list in their order, and how it goes on. */
const playerListSchema = v.object({
  calls: v.array(listedSchema),
  /** Where its next page begins; null at its end. */
  after: v.nullable(v.string),
  /** The parameters of its address, without a cursor. */
  parameters: v.string,
});

export type PlayerList = v.Shaped<typeof playerListSchema>;

type Place = v.Shaped<typeof placeSchema>;

const placeSchema = v.object({
  call: callSchema,
  seconds: v.number,
  list: v.nullable(playerListSchema),
});

/** What this tab played when its page was left; null: nothing, or nobody can tell. */
export function recallPlace(): Place | null {
  return readKept(recall("sessionStorage", placeKey), placeSchema);
}

/** @param place null: it begins anew */
export function storePlace(place: Place | null): void {
  keep("sessionStorage", placeKey, place && JSON.stringify(place));
}
