/** What a page's queries took and read. */
export type QueryResult = {
  name: string;
  shown: number;
  medianMs: number;
  rowsRead: number;
  sequentialScans: number;
};

/** Also, in turns, what a page of a search took in milliseconds: by one sign, and by a word as rare. */
export type QueryResults = { results: QueryResult[]; signs: Record<"sign" | "word", number[]> };
