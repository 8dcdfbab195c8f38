import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeCoverage } from "./gaps";
import type { GapView } from "./views";

const listening = { sinceAt: "2026-11-01T08:00:00.250Z", lastBeatAt: "2026-11-20T12:00:00.000Z" };
const cutOff: GapView = {
  key: "1",
  fromAt: "2026-11-19T14:02:00.000Z",
  toAt: "2026-11-19T14:31:00.000Z",
  isOngoing: false,
  acknowledgedAt: null,
  kind: "not-listening",
  wasStopped: false,
};

function silenceOf(campaign: string | null): GapView {
  const { wasStopped, ...span } = { ...cutOff, wasStopped: undefined };
  return { ...span, kind: "silence", series: { of: "campaign", campaign }, expected: 14 };
}

function write(gaps: GapView[], { areMore = false, toAt = null as Date | null } = {}): string {
  return writeCoverage({ listening, gaps, areMore, toAt });
}

describe("the line", () => {
  test("says that nothing is missing, and since when that is known", () => {
    expect(write([])).toBe('complete, since="2026-11-01T08:00:00Z"');
  });

  test("doesn't promise what nobody watched", () => {
    const earlier = new Date("2026-10-31T00:00:00Z");
    expect(write([], { toAt: earlier })).toBe('unknown, since="2026-11-01T08:00:00Z"');
    expect(writeCoverage({ listening: null, gaps: [], areMore: false, toAt: null })).toBe(
      "unknown",
    );
  });

  test("names each gap", () => {
    const gaps = [
      { ...cutOff, isOngoing: true },
      { ...cutOff, wasStopped: true },
      silenceOf("a b"),
    ];
    expect(write(gaps)).toBe(
      'gaps=3, since="2026-11-01T08:00:00Z", ' +
        'not-listening=("2026-11-19T14:02:00Z/.." "2026-11-19T14:02:00Z/2026-11-19T14:31:00Z";stopped), ' +
        'silence=("2026-11-19T14:02:00Z/2026-11-19T14:31:00Z";campaign="a%20b";expected=14)',
    );
  });

  test("is a header's value whatever a campaign is called, and never too long", () => {
    const campaign = fc.option(fc.string({ unit: "binary", maxLength: 700 }), { nil: null });
    fc.assert(
      fc.property(fc.array(campaign, { minLength: 1, maxLength: 40 }), (campaigns) => {
        const line = write(campaigns.map(silenceOf), { areMore: true });
        expect(line).toMatch(/^[\x20-\x7e]+$/);
        expect(line.length).toBeLessThan(4_000);
        expect(() => new Headers({ "Earshot-Coverage": line })).not.toThrow();
      }),
    );
  });

  test("says when not every gap stands in it", () => {
    expect(write([cutOff], { areMore: true })).toMatch(/^gaps=1, cut, /);
    expect(write(Array.from({ length: 200 }, () => cutOff))).toMatch(/^gaps=200, cut, /);
  });
});
