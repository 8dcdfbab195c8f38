import { fetchJson } from "@/components/live/fetch-json";
import type { PlayerCall, PlayerList } from "./remote-control";

/** Where one is in the list that a call was played from. */
export type Queue = PlayerList & { index: number };

/** A call that its list doesn't hold is played alone. */
export function toQueue(list: PlayerList | null, call: PlayerCall): Queue {
  const index = list?.calls.findIndex(({ id }) => id === call.id) ?? -1;
  if (list && index >= 0) return { ...list, index };
  return { calls: [{ ...call, hasAudio: true }], after: null, parameters: "", index: 0 };
}

/** The next call in a direction that can be heard; null: there is none among those that are here. */
export function findStep(
  { calls, index }: Queue,
  by: 1 | -1,
  isDead: (id: string) => boolean,
): number | null {
  for (let at = index + by; at >= 0 && at < calls.length; at += by) {
    const call = calls[at];
    if (call?.hasAudio && !isDead(call.id)) return at;
  }
  return null;
}

type Page = {
  rows: { id: string; customerName: string; hasAudio: boolean }[];
  after: string | null;
};

/** The queue with the next page of its list at its end; null: it could not be had. */
export async function extendQueue(queue: Queue): Promise<Queue | null> {
  if (queue.after === null) return queue;
  const asked = new URLSearchParams(queue.parameters);
  asked.set("after", queue.after);
  const fetched = await fetchJson<Page>(`/api/recordings/page?${asked}`);
  if (!fetched.isOk) return null;
  const { rows, after } = fetched.answer;
  const known = new Set(queue.calls.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id)).map(toListedCall);
  return { ...queue, calls: [...queue.calls, ...fresh], after };
}

export function toListedCall({ id, customerName, hasAudio }: Page["rows"][number]) {
  return { id, title: customerName, hasAudio };
}

const mostKept = 200;

/** What of it is kept over a reload: the calls around the one that plays. */
export function packQueue({ calls, index, after, parameters }: Queue): PlayerList {
  const from = Math.max(0, index - mostKept / 4);
  const kept = calls.slice(from, from + mostKept);
  // Its cursor goes on from its last call alone.
  return { calls: kept, after: from + mostKept < calls.length ? null : after, parameters };
}
