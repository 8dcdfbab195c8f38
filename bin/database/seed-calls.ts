import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { drainBatch } from "@/lib/intake/drain/drain-batch";
import type { JournalEntry } from "@/lib/intake/journal/journal";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { StartupError } from "@/lib/platform/faults";
import { type Call, makeCall } from "@/sandbox/calls/make-call";
import { spreadOverDays } from "@/sandbox/calls/spread-over-days";
import { recordingAttributes } from "@/sandbox/deliveries/recording-attributes";
import { createRandom } from "@/sandbox/numbers/random";
import { countByPrefix } from "./sql";

const days = 120;
const seed = 7;
const atOnce = 500;
/** Until the service sends what it knows of a call that has ended. */
const delayMs = 2_000;

type Wish = { signal: AbortSignal; now: Date; say: (line: string) => void };

/**
 * Stores so many made-up calls as if each had arrived when it ended, through what stores real events, so
 * that totals, people and deliveries agree. Others than those of an earlier time; a database that holds
 * calls of any other origin is left alone.
 * @returns of how many days they are
 */
export async function seedCalls(pool: Pool, count: number, wish: Wish): Promise<number> {
  const before = await countSeeded(pool);
  const clock = { nowMs: 0 };
  const acceptance = new SequenceGenerator(0, 0n, () => clock.nowMs);
  const timeOf = spreadOverDays(count, days, wish.now, createRandom(seed, "times", before));
  for (let from = 0; from < count; from += atOnce) {
    wish.signal.throwIfAborted();
    const entries: JournalEntry[] = [];
    for (let n = from; n < Math.min(count, from + atOnce); n++) {
      const call = makeCall(seed, before + n);
      const began = timeOf(n);
      clock.nowMs = Math.min(
        began.getTime() + call.durationSeconds * 1_000 + delayMs,
        wish.now.getTime(),
      );
      entries.push(toEntry(call, began, acceptance.next()));
    }
    await drainBatch(pool, entries);
    wish.say(`${Math.min(count, from + atOnce)} of ${count} calls`);
  }
  return days;
}

const prefix = "seed_";

async function countSeeded(pool: Pool): Promise<number> {
  const { those, others } = await countByPrefix(pool, prefix);
  if (!others) return those;
  throw new StartupError(
    "This database holds calls that aren't from a seed, so nothing was added.",
    "Set DATABASE_URL to an empty database, or DATA_DIR to another folder.",
  );
}

const attachments = {
  audio: ({ callSid, audioFormat }: Call) =>
    `http://localhost:4010/recordings/${callSid}.${audioFormat}`,
  roster: ({ campaign, hasRoster }: Call) =>
    hasRoster ? `http://localhost:4010/rosters/${campaign}.csv` : null,
};

function toEntry(call: Call, began: Date, acceptedSeq: bigint): JournalEntry {
  const id = call.id.replace(/^rec_/, prefix);
  const attributes = recordingAttributes(call, began, attachments);
  return toDelivery({ data: { type: "recordings", id, attributes } }, acceptedSeq);
}

/** What the journal would keep of a document that arrives from this machine. */
export function toDelivery(document: object, acceptedSeq: bigint): JournalEntry {
  const body = Buffer.from(JSON.stringify(document));
  return {
    kind: "delivery",
    acceptedSeq,
    deliveryId: toDeliveryId(acceptedSeq),
    body,
    bytes: body.length,
    declaredBytes: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
    secretHash: "",
    remoteAddress: "127.0.0.1",
    headers: [["content-type", "application/vnd.api+json"]],
  };
}
