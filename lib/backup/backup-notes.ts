import { z } from "zod";

/** What stands at the beginning of a backup. */
export const beginningSchema = z.object({
  format: z.literal("earshot backup 1"),
  takenAt: z.iso.datetime(),
  /** Those that the database had, the last one last. */
  migrations: z.array(z.string()).min(1),
  postgresVersion: z.string(),
  /** What a start makes for itself; a restore on another machine goes on with them. */
  secrets: z.object({ webhookSecret: z.string(), authSecret: z.string() }),
});

/** Then come, each followed by its bytes: what waits in the journal, tables, and the end. */
export const partSchema = z.union([
  z.object({ part: z.literal("journal") }),
  /** The UTC days on which deliveries came. */
  z.object({ part: z.literal("days"), days: z.array(z.iso.date()) }),
  /** Rows in the text form of PostgreSQL's COPY. */
  z.object({ part: z.literal("table"), name: z.string(), columns: z.array(z.string()) }),
  z.object({ part: z.literal("table-end"), name: z.string(), rows: z.number() }),
  z.object({ part: z.literal("end"), journalEntries: z.number() }),
]);

export type Beginning = z.infer<typeof beginningSchema>;
export type Part = z.infer<typeof partSchema>;
