import { expect, test } from "vitest";
import { interpretDelivery } from "@/lib/intake/interpret/interpret-delivery";
import { makeSamples, sampleCount } from "./samples";

const now = new Date("2026-11-23T12:00:00Z");

test("each is understood without a remark, and none lies in the future", () => {
  const bodies = makeSamples(now);
  const read = bodies.flatMap((body) => {
    const encoding = { contentType: "application/vnd.api+json", contentEncoding: null };
    const { readings, problems } = interpretDelivery(Buffer.from(body), encoding, "UTC");
    expect(problems).toEqual([]);
    expect(readings.map((reading) => [reading.problems, reading.notices])).toEqual([[[], []]]);
    return readings;
  });
  expect(read).toHaveLength(sampleCount);
  const times = bodies.map((body) => JSON.parse(body).data.attributes.created_at);
  expect(times.toSorted()).toEqual(times);
  for (const time of times) expect(Date.parse(time)).toBeLessThan(now.getTime());
  const ids = new Set(bodies.map((body) => JSON.parse(body).data.id));
  expect(ids.size).toBe(sampleCount);
});
