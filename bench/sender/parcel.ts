import { type JsonObject, makeCallRecord, toDocument } from "../bodies/call-record";
import { fieldPaths, makeHostileBodies, replaceAt } from "../bodies/hostile-bodies";
import { hostileValues, writeJson } from "../bodies/hostile-values";
import { envelopes, respell, spellings } from "../bodies/respell";
import { pick, type Random, seededRandom } from "../bodies/seeded-random";
import type { BodyPlan } from "./plan";

/** One event as it goes out. */
export type Parcel = {
  body: Buffer;
  contentType: string;
  /** How often it is sent. */
  copies: number;
  /** The recording that it must bring onto the list, if it must. */
  recordingId: string | null;
};

const json = "application/vnd.api+json";

/** The plan's event number `n`; always the same for the same plan. */
export function makeParcel(plan: BodyPlan, n: number): Parcel {
  switch (plan.kind) {
    case "calls":
      return makeCall(plan, n);
    case "named": {
      const { body, contentType = json } = named()[n % named().length] ?? { body: Buffer.of() };
      return { body, contentType, copies: 1, recordingId: null };
    }
    case "generated": {
      const body = makeGeneratedBody(plan.seed, n);
      return { body, contentType: json, copies: 1, recordingId: null };
    }
  }
}

function makeCall(plan: BodyPlan & { kind: "calls" }, n: number): Parcel {
  const { prefix, repeatedShare = 0, poisonShare = 0 } = plan;
  const chance = seededRandom(n)();
  if (chance < poisonShare) {
    return { body: makePoison(prefix, n), contentType: json, copies: 1, recordingId: null };
  }
  const recordingId = `${prefix}-${n}`;
  const record = makeCallRecord(recordingId, n);
  if (plan.isSilent) record.recording_attachment = "";
  const body = Buffer.from(JSON.stringify(toDocument(record)));
  const copies = chance > 1 - repeatedShare ? 2 : 1;
  return { body, contentType: json, copies, recordingId };
}

let made: ReturnType<typeof makeHostileBodies> | undefined;

function named() {
  made ??= makeHostileBodies();
  return made;
}

/** Events that can't become a recording, each in another way and as large as the healthy ones. */
function makePoison(prefix: string, n: number): Buffer {
  const record = makeCallRecord(`${prefix}-poison-${n}`, n);
  const whole = JSON.stringify(toDocument(record));
  const spoil = kinds[n % kinds.length] ?? String;
  return Buffer.from(spoil(whole));
}

const kinds: ((whole: string) => string)[] = [
  (whole) => whole.slice(0, -40),
  (whole) => whole.replace(/"id":"/, '"id":"\\u0000'),
  (whole) => whole.replace(/"id":"[^"]+"/, '"id":[1]'),
  (whole) => whole.replace(/"id":"/, `"id":"${"漢".repeat(3_000)}`),
  (whole) => whole.replace(/"id":"[^"]+"/, (id) => `${id},"id":"another"`),
  (whole) => `${"[".repeat(5_000)}${whole}${"]".repeat(5_000)}`,
  (whole) => whole.replaceAll(/"(?:call_sid|created_at|status)":"[^"]+"/g, '"x":1'),
  (whole) => whole.replaceAll('"', "'"),
];

/** Body number `n` of a seed: any envelope and spelling, wrong fields, and often broken bytes. */
export function makeGeneratedBody(seed: number, n: number): Buffer {
  const random = seededRandom(seed * 1_000_003 + n);
  const count = random() < 0.1 ? Math.floor(random() * 12) : 1;
  const records = Array.from({ length: count }, (_, at) => makeRecord(random, seed, n, at));
  const wrap = pick(random, Object.values(envelopes));
  const spell = pick(random, Object.values(spellings));
  const [only = {}] = records;
  const document = count === 1 ? wrap(only) : { data: records };
  const body = Buffer.from(writeJson(respell(document, spell)));
  return random() < 0.3 ? breakBytes(random, body) : body;
}

/** Ids repeat now and then, so that records meet others of the same recording. */
function makeRecord(random: Random, seed: number, n: number, at: number): JsonObject {
  const idNumber = random() < 0.2 ? Math.floor(n / 10) : n;
  let record = makeCallRecord(`generated-${seed}-${idNumber}-${at}`, n);
  for (let wrong = Math.floor(random() * 4); wrong > 0; wrong--) {
    const path = pick(random, fieldPaths(record));
    const [, value] = random() < 0.2 ? [] : pick(random, hostileValues);
    record = replaceAt(record, path, value);
  }
  if (random() < 0.3)
    record[`unknown_${Math.floor(random() * 100)}`] = pick(random, hostileValues)[1];
  return record;
}

function breakBytes(random: Random, body: Buffer): Buffer {
  const at = Math.floor(random() * body.length);
  const some = Buffer.from(Array.from({ length: 8 }, () => Math.floor(random() * 256)));
  return pick(random, [
    () => body.subarray(0, at),
    () => Buffer.concat([body.subarray(0, at), some, body.subarray(at)]),
    () => Buffer.concat([body.subarray(0, at), some, body.subarray(at + some.length)]),
    () => Buffer.concat([body.subarray(0, at), body.subarray(at + 20)]),
    () => Buffer.concat([body, body.subarray(at)]),
  ])();
}
