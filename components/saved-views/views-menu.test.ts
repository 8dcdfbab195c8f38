import { expect, it } from "vitest";
import type { SavedViewName } from "@/lib/saved-views/views";
import { findShown } from "./views-menu";

const view = (id: string, isShown: boolean, isTeam = false): SavedViewName => ({
  id,
  name: id,
  isShown,
  isTeam,
  ownerName: null,
  mayChange: true,
  isMyDefault: false,
  isTeamDefault: false,
});
const views = [view("team", true, true), view("mine", true), view("week", false, true)];

it("of two alike takes the one that it came from, else one's own", () => {
  expect(findShown(views, "team")?.id).toBe("team");
  expect(findShown(views, null)?.id).toBe("mine");
  expect(findShown(views, "gone")?.id).toBe("mine");
});

it("takes none that shows another list, even if it came from there", () => {
  expect(findShown(views, "week")?.id).toBe("mine");
  expect(findShown([view("week", false)], "week")).toBeNull();
});
