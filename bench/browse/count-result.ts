/** What the counts of a choice took in the database, and whether they are those of the recordings. */
export type CountResult = { name: string; isExact: boolean; facetsMs: number; timelineMs: number };

/**
 * What the counts of calls that are read took in the database, in milliseconds; and how far estimated bars
 * are from what is there: all together, and each on average, as shares of the highest bar. Null: they are exact.
 */
export type ReadResult = {
  name: string;
  facetsMs: number;
  timelineMs: number;
  error: { sum: number; bar: number } | null;
};
