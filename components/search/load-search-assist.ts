export type SearchAssist = Awaited<ReturnType<typeof loadSearchAssist>>;

/** What reads and completes filters in a search: needed only by who is about to write one. */
export async function loadSearchAssist() {
  const [{ addSearch, isAtRest, readSearch }, { SearchSuggestions }] = await Promise.all([
    import("@/lib/recordings/filter/read-search"),
    import("./search-suggestions"),
  ]);
  return { addSearch, isAtRest, readSearch, SearchSuggestions };
}
