import "server-only";
import type { Pool } from "pg";
import { firstSeqOf } from "@/lib/intake/journal/sequence";
import type { SampleSecret } from "@/lib/intake/secrets/store";
import { texts } from "@/lib/language/texts";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import { removeRecordings } from "@/lib/recordings/ledger/ledger";
import { findReal, listSlice, removeDeliveries } from "./sql";

/** What became of a wish to load or to remove sample calls. */
export type SamplesState = {
  /** Why not, for people. */
  refusal: string | null;
  /** There was no time for all of it; asked again, it goes on. */
  hasMore: boolean;
};

export const sampleLoadingTexts = texts("sampleLoading", {
  notReached: "Earshot couldn’t reach its own webhook.",
  answered: (status: number) => `Earshot’s webhook answered ${status}.`,
});

export const sampleCount = 48;

/**
 * The bodies of made-up calls of the last ten days, as the calling service would send them, the oldest
 * first. People, numbers and addresses are of those that belong to nobody.
 */
export function makeSamples(now: Date): string[] {
  const calls = Array.from({ length: sampleCount }, (_, n) => makeSample(n, now));
  return calls.map(({ id, ...attributes }) =>
    JSON.stringify({ data: { type: "recordings", id, attributes } }),
  );
}

function makeSample(n: number, now: Date) {
  const [firstName, lastName, gender, phone] = pick(people, n * 5);
  const [status, minutes, summary] = pick(outcomes, n * 7);
  const campaign = pick(campaigns, n * 3 + (n >> 2));
  const id = `sample_${String(n + 1).padStart(2, "0")}`;
  // Closer together towards now, as a campaign that is growing.
  const hoursAgo = 240 * (1 - (n + 1) / sampleCount) ** 1.3 + 0.2;
  const createdAt = new Date(now.getTime() - hoursAgo * 3_600_000 - ((n * 37) % 23) * 60_000);
  return {
    id,
    minutes_used: minutes + (minutes > 0 ? n % 3 : 0),
    call_sid: `CA${id}`,
    recording_attachment: `https://samples.invalid/${id}.mp3`,
    campaign,
    customer: {
      details: {
        id: `sample_customer_${(n * 5) % people.length}`,
        first_name: firstName,
        last_name: lastName,
        phone_number: phone,
        gender,
        email: `${firstName}.${lastName}@example.com`.toLowerCase(),
        type: n % 4 === 0 ? "lead" : "customer",
        is_confirmed: status === "completed",
        is_phone_number_correct: true,
      },
      roster_attachment: null,
    },
    has_transcript: minutes > 0,
    summary: summary.replaceAll("{name}", firstName),
    created_at: createdAt.toISOString(),
    status,
  };
}

function pick<One>(list: [One, ...One[]], n: number): One {
  return list[n % list.length] ?? list[0];
}

const campaigns: [string | null, ...(string | null)[]] = [
  "spring-renewal",
  "appointment-reminder",
  "spring-renewal",
  "win-back",
  null,
];

type Outcome = [status: string, minutes: number, summary: string];
const outcomes: [Outcome, ...Outcome[]] = [
  ["completed", 3, "{name} renewed for a year and asked for the invoice by e-mail."],
  ["completed", 2, "{name} confirmed the appointment and asked for directions."],
  ["no-answer", 0, "It rang for thirty seconds and nobody answered."],
  ["completed", 5, "{name} had questions about paying in instalments and agreed to three of them."],
  ["voicemail", 1, "The mailbox of {name} answered. The agent left a message and a number."],
  ["completed", 4, "{name} wants to think about it and will be called again next week."],
  ["busy", 0, "The line was busy."],
  ["completed", 2, "{name} moved the appointment to Thursday morning."],
  ["failed", 0, "The call could not be connected."],
  ["completed", 6, "{name} cancelled because the price has risen, and would come back for less."],
  ["voicemail", 1, "The mailbox of {name} answered, and the agent hung up."],
];

type Person = [firstName: string, lastName: string, gender: string, phone: string];
/** Numbers that are kept for fiction. */
const people: [Person, ...Person[]] = [
  ["Hana", "Novak", "female", "+1 212 555 0117"],
  ["Amir", "Haddad", "male", "+1 212 555 0142"],
  ["Grace", "Okafor", "female", "+44 20 7946 0121"],
  ["Jonas", "Weber", "male", "+49 30 23125 104"],
  ["Mei", "Tanaka", "female", "+1 416 555 0183"],
  ["Luis", "Romero", "male", "+1 305 555 0168"],
  ["Ingrid", "Larsen", "female", "+46 8 465 004 12"],
  ["Tom", "Baker", "male", "+44 1632 960 155"],
  ["Zainab", "Karim", "female", "+44 20 7946 0188"],
  ["Pierre", "Martin", "male", "+33 1 99 00 12 45"],
  ["Olga", "Petrova", "female", "+1 646 555 0109"],
  ["Samuel", "Mensah", "male", "+1 202 555 0176"],
  ["Aoife", "Byrne", "female", "+353 20 915 1234"],
];

/**
 * Removes what came by these secrets: deliveries, their bytes, and recordings that nothing else tells of,
 * in slices of a transaction each; one that a real delivery names too stays as it is. Idempotent.
 * @returns false: it was not done when the signal came
 */
export async function removeSamples(
  pool: Pool,
  secrets: SampleSecret[],
  signal: AbortSignal,
): Promise<boolean> {
  if (secrets.length === 0) return true;
  const marks = secrets.map(({ mark }) => mark);
  // The clock of the database and that of the gateway may differ a little.
  const sinceMs = Math.min(...secrets.map(({ createdAt }) => createdAt.getTime())) - 3_600_000;
  let after: bigint | null = firstSeqOf(sinceMs);
  while (after !== null) {
    if (signal.aborted) return false;
    const from: bigint = after;
    after = await inTransaction(pool, (client) => removeSlice(client, marks, from));
  }
  return true;
}

const sliceDeliveries = 300;

/** @returns the sequence up to which nothing is left; null: there is none above it either */
async function removeSlice(
  client: Transaction,
  marks: string[],
  afterSeq: bigint,
): Promise<bigint | null> {
  const rows = await listSlice(client, marks, afterSeq, sliceDeliveries);
  const named = rows.flatMap(({ records }) =>
    records.flatMap(({ recordingId }) => recordingId ?? []),
  );
  const real = await findReal(client, [...new Set(named)], marks);
  await removeRecordings(client, [...new Set(named)].filter((id) => !real.has(id)).sort());
  const gone = rows.filter(
    ({ records }) => !records.some(({ recordingId }) => recordingId && real.has(recordingId)),
  );
  await removeDeliveries(client, gone);
  return rows.length < sliceDeliveries ? null : (rows.at(-1)?.seq ?? null);
}
