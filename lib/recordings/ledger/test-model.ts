/** A record of a body: which call and person, and what it says. */
export type Item = { call: number; person: number; status: number };
/** The bodies that there are: few, so that the same bytes come again and again. */
export const bodies: Item[][] = [
  [{ call: 0, person: 0, status: 0 }],
  [{ call: 0, person: 0, status: 1 }],
  [{ call: 0, person: 1, status: 0 }],
  [{ call: 1, person: 0, status: 2 }],
  [
    { call: 0, person: 0, status: 2 },
    { call: 0, person: 0, status: 0 },
    { call: 1, person: 1, status: 1 },
  ],
];
export const gapsMs = [0, 60_000, 299_000, 300_000, 301_000];
const windowMs = 300_000;

export type Delivery = { seq: bigint; atMs: number; body: number };
/** How an arrival was read: as it is, or as an interpreter of yesterday did. */
export type Reading = "as it is" | "another status" | "another person";

/** What is stored, as the model sees it: each arrival by its place. */
export type Stored = Map<string, Delivery & { position: number; item: Item; isTaken: boolean }>;

type Call = { told: string; bytes: string; since: number; count: number };

/** The rule, in ten lines: the newest that counts, and retries don't. */
export function model(stored: Stored) {
  const arrivals = [...stored.values()].sort(
    (one, other) => Number(one.seq - other.seq) || one.position - other.position,
  );
  const calls = new Map<number, Call>();
  const people = new Map<number, number>();
  for (const { item, atMs, body, position, seq, isTaken } of arrivals) {
    const isRetry = arrivals.some(
      (other) =>
        [other.body, other.position, other.item.call].join() ===
          [body, position, item.call].join() &&
        other.seq < seq &&
        atMs - other.atMs <= windowMs,
    );
    const { count, ...before } = calls.get(item.call) ?? {
      count: 0,
      told: "",
      bytes: "",
      since: 0,
    };
    const now = { told: toStatus(item), bytes: `${body} ${position}` };
    const isSame = before.told === now.told || before.bytes === now.bytes;
    const told = { ...now, since: isSame ? before.since : atMs };
    const counts = isTaken || !isRetry;
    calls.set(item.call, { ...(counts ? told : before), count: count + 1 });
    if (counts) people.set(item.person, item.status);
  }
  return { calls, people };
}

function toStatus({ status, person }: Item): string {
  return `${status} of ${person}`;
}
