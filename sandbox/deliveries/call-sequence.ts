import type { AttachmentAddresses } from "../attachments/attachment-addresses";
import type { CallLog } from "../calls/call-log";
import { timeOfCallEndingNow } from "../calls/choose-call-times";
import { type Call, firstTestIndex, makeCall } from "../calls/make-call";
import { createRandom } from "../numbers/random";
import { chooseOddity } from "./oddity";
import { type EndedCall, planDeliveries, toEndedCall } from "./plan-deliveries";
import type { PlannedDelivery } from "./planned-delivery";

export type CallSequence = {
  /** The next call, and those that share its delivery; now and then a test call goes before it. */
  next(
    maxCount: number,
    chooseTime: (call: Call) => Date,
  ): { callCount: number; deliveries: PlannedDelivery[] };
  nextTestCall(): Call;
};

const testCallShare = 1 / 40;

/** All calls of a seed in their order, each written into the log. */
export function createCallSequence(
  { seed, misbehave }: { seed: number; misbehave: boolean },
  attachments: AttachmentAddresses,
  log: CallLog,
): CallSequence {
  let nextIndex = 0;
  let nextTestIndex = firstTestIndex;

  return {
    next(maxCount, chooseTime) {
      const random = createRandom(seed, "sequence", nextIndex);
      if (random.chance(testCallShare)) nextTestCall();
      const oddity = misbehave ? chooseOddity(seed, nextIndex) : "none";
      const companions = oddity === "bundled" ? Math.min(random.integer(1, 4), maxCount - 1) : 0;
      const calls: [EndedCall, ...EndedCall[]] = [endNextCall(chooseTime)];
      while (calls.length <= companions) calls.push(endNextCall(chooseTime));
      return { callCount: calls.length, deliveries: planDeliveries(calls, oddity, seed) };
    },
    nextTestCall,
  };

  function endNextCall(chooseTime: (call: Call) => Date): EndedCall {
    const call = makeCall(seed, nextIndex);
    nextIndex += 1;
    const createdAt = chooseTime(call);
    log.add(call, createdAt);
    return toEndedCall(call, createdAt, attachments);
  }

  function nextTestCall(): Call {
    const call = makeCall(seed, nextTestIndex);
    nextTestIndex += 1;
    log.add(call, timeOfCallEndingNow(call));
    return call;
  }
}
