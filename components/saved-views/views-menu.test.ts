import { expect, it } from "vitest";
import type { SavedViewView } from "@/lib/saved-views/views";
import { findView } from "./views-menu";

const view = (id: string, query: string, isTeam = false): SavedViewView => ({
  id,
  name: id,
  query,
  isTeam,
  ownerName: null,
  mayChange: true,
  isMyDefault: false,
  isTeamDefault: false,
});
const views = [
  view("team", "status=failed", true),
  view("mine", "status=failed"),
  view("week", "status=busy&status=failed&days=this-week", true),
];

it("finds the view whatever the order of its filters", () => {
  expect(findView(views, "days=this-week&status=failed&status=busy", null)?.id).toBe("week");
  expect(findView(views, "days=this-week&status=failed", null)).toBeNull();
  expect(findView(views, "", null)).toBeNull();
});

it("of two alike takes the one that it came from, else one's own", () => {
  expect(findView(views, "status=failed", "team")?.id).toBe("team");
  expect(findView(views, "status=failed", null)?.id).toBe("mine");
  expect(findView(views, "status=failed", "gone")?.id).toBe("mine");
});
