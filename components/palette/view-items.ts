import { viewHref } from "@/components/saved-views/view-href";
import type { SavedViewView } from "@/lib/saved-views/views";
import type { PaletteItem } from "./palette-item";

/** Every saved view that this person has. */
export function toViewItems(views: SavedViewView[]): PaletteItem[] {
  return views.map(({ name, query, isTeam }) => ({
    group: "Views",
    label: isTeam ? `${name} (team)` : name,
    words: `saved view list ${isTeam ? "" : "mine"}`,
    href: viewHref(query),
  }));
}
