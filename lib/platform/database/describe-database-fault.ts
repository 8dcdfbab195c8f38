import "server-only";
import { sqlStateOf } from "./transaction";

/** What is wrong with the database, in words that tell a stranger nothing more about it. */
export function describeDatabaseFault(error: unknown): string {
  return faults[sqlStateOf(error) ?? ""] ?? "the database does not answer";
}

const faults: Record<string, string> = {
  "25006": "the database is read-only",
  "28000": "the database refuses us",
  "28P01": "the database refuses us",
  "53100": "the disk of the database is full",
  "53300": "the database has no connection left for us",
  "57P03": "the database is starting or stopping",
};
