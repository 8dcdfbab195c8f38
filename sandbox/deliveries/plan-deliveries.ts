import type { AttachmentAddresses } from "../attachments/attachment-addresses";
import type { Call } from "../calls/make-call";
import { createRandom, type Random } from "../numbers/random";
import type { Oddity } from "./oddity";
import type { PlannedDelivery, RecordingState } from "./planned-delivery";
import { type RecordingAttributes, recordingAttributes } from "./recording-attributes";

export type EndedCall = { call: Call; attributes: RecordingAttributes };

export function toEndedCall(
  call: Call,
  createdAt: Date,
  attachments: AttachmentAddresses,
): EndedCall {
  return { call, attributes: recordingAttributes(call, createdAt, attachments) };
}

/**
 * The deliveries for calls that ended together, to be made one after another: the next only once
 * the last is answered, so that the receiver's order is known. Several calls share one delivery.
 */
export function planDeliveries(
  calls: [EndedCall, ...EndedCall[]],
  oddity: Oddity,
  seed: number,
): PlannedDelivery[] {
  const [first] = calls;
  const random = createRandom(seed, "deliveries", first.call.index);
  const usual = deliver(calls);
  switch (oddity) {
    case "none":
    case "bundled":
      return [usual];
    case "repeated":
      return [usual, { ...usual, afterMs: random.integer(0, 200) }];
    case "late":
      return [{ ...usual, afterMs: random.integer(300, 1500) }];
    case "in-two-states":
      return [deliver([asInProgress(first)]), usual];
    case "out-of-order":
      return [usual, { ...deliver([asInProgress(first)]), afterMs: random.integer(0, 200) }].map(
        markOutOfOrder,
      );
    case "unknown-keys":
      return [deliver([withAttributes(first, unknownAttributes(random))])];
    case "unknown-status":
      return [deliver([withAttributes(first, { status: random.pick(unknownStatuses) })])];
    case "flat":
      return [{ ...usual, body: writeFlat(first) }];
    case "dash-case":
      return [{ ...usual, body: writeRenamed(first, toDashCase) }];
    case "camel-case":
      return [{ ...usual, body: writeRenamed(first, toCamelCase) }];
    case "broken":
      return [{ ...usual, body: breakOff(usual.body, random), states: [] }];
  }
}

function deliver(calls: [EndedCall, ...EndedCall[]]): PlannedDelivery {
  const resources = calls.map(toResource);
  const body = JSON.stringify({ data: resources.length === 1 ? resources[0] : resources });
  return { afterMs: 0, body, states: calls.map(toState) };
}

function toResource({ call, attributes }: EndedCall) {
  return { type: "recordings", id: call.id, attributes };
}

function toState({ call, attributes }: EndedCall): RecordingState {
  const { id, callSid, campaign } = call;
  return { id, callSid, status: attributes.status, campaign, isOutOfOrder: false };
}

function markOutOfOrder(delivery: PlannedDelivery): PlannedDelivery {
  const states = delivery.states.map((state) => ({ ...state, isOutOfOrder: true }));
  return { ...delivery, states };
}

function withAttributes(ended: EndedCall, changes: Partial<RecordingAttributes>): EndedCall {
  return { ...ended, attributes: { ...ended.attributes, ...changes } };
}

function asInProgress(ended: EndedCall): EndedCall {
  return withAttributes(ended, {
    status: "in-progress",
    minutes_used: 0,
    has_transcript: false,
    summary: "The call is in progress.",
  });
}

function unknownAttributes(random: Random): Partial<RecordingAttributes> {
  return {
    sentiment: {
      label: random.pick(["positive", "neutral", "negative"]),
      score: random.fraction(),
    },
    agent_version: `2026.${random.integer(1, 12)}`,
    tags: ["follow-up", "übergabe"],
    cost_in_cents: random.integer(2, 400),
  };
}

const unknownStatuses = ["transferred-to-agent", "callback requested", "beendet-früh"] as const;

function writeFlat({ call, attributes }: EndedCall): string {
  return JSON.stringify({ id: call.id, ...attributes });
}

function writeRenamed(ended: EndedCall, rename: (key: string) => string): string {
  return JSON.stringify({ data: renameKeys(toResource(ended), rename) });
}

function breakOff(body: string, random: Random): string {
  return body.slice(0, Math.floor(body.length * random.between(0.2, 0.9)));
}

/** The same value with every key in it, however deep, renamed. */
function renameKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [rename(key), renameKeys(inner, rename)]),
  );
}

function toDashCase(key: string): string {
  return key.replaceAll("_", "-");
}

function toCamelCase(key: string): string {
  return key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
