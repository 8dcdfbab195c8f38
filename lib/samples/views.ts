/** What became of a wish to load or to remove sample calls. */
export type SamplesState = {
  /** Why not, for people. */
  refusal: string | null;
  /** There was no time for all of it; asked again, it goes on. */
  hasMore: boolean;
};
