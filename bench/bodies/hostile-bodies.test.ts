import { expect, test } from "vitest";
import { interpretKept } from "@/lib/intake/interpret/interpret-kept";
import { makeGeneratedBody, makeParcel } from "../sender/parcel";
import { makeHostileBodies } from "./hostile-bodies";
import { writeJson } from "./hostile-values";

test("there are more than 300 hostile bodies, and each has a name of its own", () => {
  const bodies = makeHostileBodies();
  expect(bodies.length).toBeGreaterThan(300);
  expect(new Set(bodies.map(({ name }) => name)).size).toBe(bodies.length);
});

test("values that JavaScript can't write stand in the JSON as they are", () => {
  const names = ["minutes_used is 2^53 + 1", "minutes_used is 1e400"];
  const texts = makeHostileBodies()
    .filter(({ name }) => names.includes(name))
    .map(({ body }) => body.toString());
  expect(texts[0]).toContain('"minutes_used":9007199254740993');
  expect(texts[1]).toContain('"minutes_used":1e400');
  expect(writeJson({ a: ["b"] })).toBe('{"a":["b"]}');
});

test("generated bodies are the same for the same seed, and differ otherwise", () => {
  const all = (seed: number) => Array.from({ length: 300 }, (_, n) => makeGeneratedBody(seed, n));
  const hex = (bodies: Buffer[]) => bodies.map((body) => body.toString("hex"));
  expect(hex(all(1))).toEqual(hex(all(1)));
  expect(new Set(hex([...all(1), ...all(2)])).size).toBeGreaterThan(590);
});

test("the wanted share of calls is poisoned or repeated, and no two are alike", () => {
  const plan = { kind: "calls", prefix: "t", poisonShare: 0.1, repeatedShare: 0.2 } as const;
  const parcels = Array.from({ length: 2_000 }, (_, n) => makeParcel(plan, n));
  const share = (count: number) => count / parcels.length;
  expect(share(parcels.filter((parcel) => parcel.recordingId === null).length)).toBeCloseTo(0.1, 1);
  expect(share(parcels.filter(({ copies }) => copies === 2).length)).toBeCloseTo(0.2, 1);
  expect(new Set(parcels.map(({ body }) => body.toString("hex"))).size).toBe(2_000);
});

test("what is poisoned tells of no recording", () => {
  const plan = { kind: "calls", prefix: "t", poisonShare: 1 } as const;
  const headers: [string, string][] = [["content-type", "application/json"]];
  const records = Array.from({ length: 16 }, (_, n) => {
    const { body } = makeParcel(plan, n);
    const { readings } = interpretKept({ deliveryId: "poison", headers, body });
    return readings.map(({ record }) => record);
  });
  expect(records.flat().filter((record) => record !== null)).toEqual([]);
});
