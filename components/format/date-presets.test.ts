import { expect, it } from "vitest";
import { datePresets } from "./date-presets";

it("counts days in the viewer's zone", () => {
  const now = new Date("2026-02-28T20:00:00Z");
  expect(datePresets(now, "UTC")[0]).toEqual({
    label: "Today",
    from: "2026-02-28",
    to: "2026-02-28",
  });
  expect(datePresets(now, "Asia/Tokyo")).toEqual([
    { label: "Today", from: "2026-03-01", to: "2026-03-01" },
    { label: "Yesterday", from: "2026-02-28", to: "2026-02-28" },
    { label: "Last 7 days", from: "2026-02-23", to: "2026-03-01" },
    { label: "Last 30 days", from: "2026-01-31", to: "2026-03-01" },
    { label: "This month", from: "2026-03-01", to: "2026-03-01" },
  ]);
});
