import { z } from "zod";

/** What the audit log can be narrowed to. */
export const activities = ["listen", "tag", "review", "protection"] as const;
export type Activity = (typeof activities)[number];

/** What somebody changed, as the database keeps it. */
export const auditedChangeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("tag-created"), name: z.string() }),
  z.object({
    action: z.literal("tag-changed"),
    name: z.string(),
    formerName: z.string(),
    isRecoloured: z.boolean(),
  }),
  z.object({ action: z.literal("tag-deleted"), name: z.string() }),
  z.object({
    action: z.literal("review-changed"),
    /** Null: it was taken back. */
    state: z.enum(["to_review", "reviewed", "flagged"]).nullable(),
  }),
  z.object({ action: z.enum(["protected", "unprotected"]) }),
]);

export type AuditedChange = z.infer<typeof auditedChangeSchema>;

/** A line of the audit log: who did what, and when. */
export type AuditEntryView = {
  id: string;
  at: string;
  userId: string;
  /** Null: they have no access any more. */
  name: string | null;
  /** Null: it is of no call, or of several. */
  recordingId: string | null;
  /** Null: there is no such recording any more. */
  customer: { firstName: string; lastName: string; phoneNumber: string } | null;
  /** Of how many calls it is. */
  calls: number;
  /** "unknown": a later version wrote it. */
  what: { action: "listened"; seconds: number } | AuditedChange | { action: "unknown" };
};

export type AuditLogView = {
  rows: AuditEntryView[];
  /** Of the person whose lines these are alone; null where there is no such filter, or no such person. */
  personName: string | null;
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};
