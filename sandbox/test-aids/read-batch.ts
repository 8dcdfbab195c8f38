import type { Batch } from "../calls/choose-call-times";
import { HttpRefusal } from "../server/http-refusal";

const maxCount = 1_000_000;

/** Reads `{"count", "rate", "days"}`; the rate is a number or "max", which is the default. */
export function readBatch(body: Record<string, unknown>): Batch {
  const { count, rate = "max", days } = body;
  if (!isNumber(count) || !Number.isInteger(count) || count < 1 || count > maxCount) {
    throw new HttpRefusal(400, `count must be a whole number from 1 to ${maxCount}.`);
  }
  if (rate !== "max" && (!isNumber(rate) || rate < 0)) {
    throw new HttpRefusal(400, 'rate must be "max" or a number of calls per second.');
  }
  if (days !== undefined && (!isNumber(days) || days < 0 || days > 3650)) {
    throw new HttpRefusal(400, "days must be a number from 0 to 3650.");
  }
  const isFullRate = rate === "max" || rate === 0;
  const ratePerSecond = isFullRate ? Number.POSITIVE_INFINITY : rate;
  return { count, ratePerSecond, days };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
