import type { SavedViewView } from "@/lib/saved-views/views";

/** The view that the list shows now: of several alike the one that it came from, or one's own. */
export function findView(
  views: SavedViewView[],
  current: string,
  cameFrom: string | null,
): SavedViewView | null {
  const sought = sort(current);
  const alike = views.filter(({ query }) => sort(query) === sought);
  return (
    alike.find(({ id }) => id === cameFrom) ??
    alike.find(({ isTeam }) => !isTeam) ??
    alike[0] ??
    null
  );
}

/** In which order filters were added makes no other list. */
function sort(query: string): string {
  return query.split("&").sort().join("&");
}
