import { describe, expect, test } from "vitest";
import { interpretDelivery } from "@/lib/intake/interpret/interpret-delivery";
import { listNamedIds, planDeliveries } from "./plan";
import { stepNames } from "./views";

const plan = planDeliveries("0123456789abcdef", new Date("2026-11-20T10:00:00Z"));
const json = { contentType: "application/vnd.api+json", contentEncoding: null };

function read(name: (typeof stepNames)[number]) {
  const delivery = plan.find((one) => one.name === name);
  return interpretDelivery(Buffer.from(delivery?.body ?? ""), json, "UTC").readings;
}

const bodyOf = (name: string) => plan.find((one) => one.name === name)?.body;

describe("the plan of a rehearsal", () => {
  test("has every kind of delivery once", () => {
    expect(plan.map(({ name }) => name)).toEqual(stepNames);
  });

  test("repeats to the letter what came first, and comes late with it again", () => {
    expect(bodyOf("repeat")).toBe(bodyOf("new-call"));
    expect(bodyOf("late")).toBe(bodyOf("new-call"));
    expect(bodyOf("change")).not.toBe(bodyOf("new-call"));
    expect(bodyOf("public-address")).toBe(bodyOf("flat"));
  });

  test("all but two are understood without a remark, JSON:API and flat", () => {
    const odd = ["incomplete", "not-understood"];
    for (const { name } of plan.filter((one) => !odd.includes(one.name))) {
      expect(read(name), name).toMatchObject([{ problems: [], notices: [] }]);
    }
    expect(bodyOf("new-call")).toContain('"attributes"');
    expect(bodyOf("flat")).not.toContain('"attributes"');
    expect(read("no-campaign")).toMatchObject([{ record: { campaign: null } }]);
    expect(read("incomplete")).toMatchObject([
      { record: { minutesUsed: null }, problems: [{ path: "data.attributes.minutes_used" }] },
    ]);
    expect(read("not-understood")).toMatchObject([{ record: null }]);
  });

  test("names ids of its own alone", () => {
    const { recordings, customers } = listNamedIds(plan);
    expect(recordings).toHaveLength(7);
    for (const id of [...recordings, ...customers]) {
      expect(id).toMatch(/^rehearsal-0123456789abcdef-\d/);
    }
    for (const { name } of plan) {
      for (const { record } of read(name)) {
        if (!record) continue;
        expect(recordings).toContain(record.id);
        expect(customers).toContain(record.customerId);
      }
    }
  });
});
