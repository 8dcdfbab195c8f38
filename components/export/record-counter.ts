const [quote, lineFeed] = [0x22, 0x0a];

/** Counts the records of a file that comes in pieces; a line feed within quotes ends none. */
export function newRecordCounter(format: "csv" | "jsonl") {
  let isQuoted = false;
  // The head of a CSV is no record.
  let records = format === "csv" ? -1 : 0;
  return (piece: Uint8Array): number => {
    for (const byte of piece) {
      if (byte === quote && format === "csv") isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) records++;
    }
    return Math.max(0, records);
  };
}
