import type { Random } from "../numbers/random";
import type { Call } from "./make-call";
import { spreadOverDays } from "./spread-over-days";

export type Batch = {
  /** May be infinite. */
  count: number;
  /** Infinite: as fast as the receivers answer. */
  ratePerSecond: number;
  /** Over how many past days the calls are spread; 0, and always if endless: each has just ended. */
  days?: number | undefined;
};

/** Returns a function to be called for each call of the batch in its turn. */
export function chooseCallTimes(batch: Batch, random: Random): (call: Call) => Date {
  const { count, ratePerSecond } = batch;
  const days = batch.days ?? (Number.isFinite(ratePerSecond) ? 0 : daysAtFullRate);
  if (days === 0 || !Number.isFinite(count)) return timeOfCallEndingNow;
  const timeAt = spreadOverDays(count, days, new Date(), random);
  let position = 0;
  return () => {
    position += 1;
    return timeAt(position - 1);
  };
}

export function timeOfCallEndingNow(call: Call): Date {
  return new Date(Date.now() - call.durationSeconds * 1000);
}

const daysAtFullRate = 14;
