/** What a page's queries took and read. */
export type QueryResult = {
  name: string;
  shown: number;
  medianMs: number;
  rowsRead: number;
  sequentialScans: number;
};
