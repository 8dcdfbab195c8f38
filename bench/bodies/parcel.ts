import type { BodyPlan } from "../sender/plan";
import { makeCallRecord, toDocument } from "./call-record";
import { makeGeneratedBody } from "./generated-body";
import { makeHostileBodies } from "./hostile-bodies";
import { makePoison } from "./poison";
import { seededRandom } from "./seeded-random";

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
  const body = Buffer.from(JSON.stringify(toDocument(makeCallRecord(recordingId, n))));
  const copies = chance > 1 - repeatedShare ? 2 : 1;
  return { body, contentType: json, copies, recordingId };
}

let made: ReturnType<typeof makeHostileBodies> | undefined;

function named() {
  made ??= makeHostileBodies();
  return made;
}
