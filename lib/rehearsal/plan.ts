import type { DeliveryOutcome } from "@/lib/recordings/views/views";
import { type RehearsalStep, type StepName, stepNames } from "./views";

export type PlannedDelivery = {
  name: StepName;
  /** The id of the call that it tells of. */
  recordingId: string;
  body: string;
  expected: Expectation;
};

/** What must come of a delivery, once all before it have come. */
export type Expectation = {
  outcome: DeliveryOutcome;
  /** What is then stored of the call; null: nothing is. */
  call: { status: string; campaign: string | null; deliveries: number; contents: number } | null;
  /** Whether a listener must be told that the sound can't be had. */
  isMute?: true;
};

/**
 * The deliveries of one rehearsal.
 * @param mark stands in every id, and in no other rehearsal's
 */
export function planDeliveries(mark: string, now: Date): PlannedDelivery[] {
  const begun = makeCall(mark, 1, now, { status: "in-progress", minutes_used: 0 });
  const ended = { ...begun, status: "completed", minutes_used: 4 };
  const spring = { status: "completed", campaign };
  const bodies: Record<StepName, [call: Call, body: object, expected: Expectation]> = {
    "new-call": [begun, toDocument(begun), stored({ ...spring, status: "in-progress" })],
    repeat: [begun, toDocument(begun), told("superseded", { status: "in-progress" }, 2, 1)],
    change: [begun, toDocument(ended), told("stored", {}, 3, 2)],
    late: [begun, toDocument(begun), told("superseded", {}, 4, 2)],
    "no-campaign": wrapped(makeCall(mark, 2, now, { campaign: null }), { campaign: null }),
    "new-status": wrapped(makeCall(mark, 3, now, { status: newStatus }), { status: newStatus }),
    flat: plain(makeCall(mark, 4, now)),
    "dead-audio": mute(makeCall(mark, 5, now)),
    incomplete: wrapped(makeCall(mark, 6, now, { minutes_used: "about three" }), {}),
    "not-understood": broken({ id: makeCall(mark, 7, now).id, summary: "Nothing else came." }),
    "public-address": [
      makeCall(mark, 4, now),
      makeCall(mark, 4, now),
      told("superseded", {}, 2, 1),
    ],
  };
  return stepNames.map((name) => {
    const [call, body, expected] = bodies[name];
    return { name, recordingId: call.id, body: JSON.stringify(body, null, 2), expected };
  });
}

/** As a rehearsal begins: everything is to be sent, nothing has come. */
export function toSteps(plan: PlannedDelivery[]): RehearsalStep[] {
  return plan.map(({ name, recordingId, body }) => ({
    name,
    recordingId,
    sent: body,
    answer: null,
    stored: null,
    audioFault: null,
    waitedFor: null,
    verdict: null,
    differs: [],
    differences: [],
  }));
}

/** All ids that deliveries name, to look for afterwards. */
export function listNamedIds(deliveries: Pick<PlannedDelivery, "recordingId">[]) {
  const recordings = [...new Set(deliveries.map(({ recordingId }) => recordingId))];
  return { recordings, customers: recordings.map(toCustomerId) };
}

type Call = { id: string; [field: string]: unknown };
type Planned = [call: Call, body: object, expected: Expectation];
type StoredCall = NonNullable<Expectation["call"]>;

const campaign = "rehearsal";
const newStatus = "waiting-for-the-moon";

function stored(call: Partial<StoredCall> = {}): Expectation {
  return told("stored", call, 1, 1);
}

function told(
  outcome: DeliveryOutcome,
  call: Partial<StoredCall>,
  deliveries: number,
  contents: number,
): Expectation {
  return { outcome, call: { status: "completed", campaign, ...call, deliveries, contents } };
}

function wrapped(call: Call, told: Partial<StoredCall>): Planned {
  return [call, toDocument(call), stored(told)];
}

function plain(call: Call): Planned {
  return [call, call, stored()];
}

function mute(call: Call): Planned {
  return [call, toDocument(call), { ...stored(), isMute: true }];
}

function broken(call: Call): Planned {
  return [call, toDocument(call), { outcome: "quarantined", call: null }];
}

function toDocument({ id, ...attributes }: Call): object {
  return { data: { type: "recordings", id, attributes } };
}

function toCustomerId(recordingId: string): string {
  return `${recordingId}-customer`;
}

/** Made-up people, numbers kept for fiction, and an address that can lead nowhere. */
function makeCall(mark: string, number: number, now: Date, changes: object = {}): Call {
  const id = `rehearsal-${mark}-${number}`;
  return {
    id,
    minutes_used: 4,
    call_sid: `${id}-session`,
    recording_attachment: `https://rehearsal.invalid/${id}.mp3`,
    campaign,
    customer: {
      details: {
        id: toCustomerId(id),
        first_name: "Rehearsal",
        last_name: `Person ${number}`,
        phone_number: `+1202555010${number}`,
        gender: "female",
        email: `person-${number}@example.com`,
        type: "lead",
        is_confirmed: true,
        is_phone_number_correct: true,
      },
      roster_attachment: null,
    },
    has_transcript: true,
    summary: "Made up by the rehearsal. Nobody was called.",
    created_at: now.toISOString(),
    status: "completed",
    ...changes,
  };
}
