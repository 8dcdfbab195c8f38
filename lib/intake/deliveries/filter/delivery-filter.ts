import { z } from "zod";

/** What a stored delivery can have become; one that waits in the journal isn't in the log yet. */
export const loggedOutcomeSchema = z.enum(["quarantined", "stored", "unchanged", "superseded"]);

/** Which deliveries are asked for; the log, its count and a re-reading all read this one. */
export const deliveryFilterSchema = z.object({
  /** Any of these; none means all. */
  outcomes: z.array(loggedOutcomeSchema),
  /** Days (YYYY-MM-DD) of acceptance in the viewer's zone, both included. */
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  /** First 12 hexadecimal digits of the SHA-256 of the secret that was used. */
  secret: z.string().nullable(),
  /** The sender's address. */
  address: z.string().nullable(),
  /** A recording that it carried. */
  recording: z.string().nullable(),
});

export type LoggedOutcome = z.infer<typeof loggedOutcomeSchema>;
export type DeliveryFilter = z.infer<typeof deliveryFilterSchema>;

/**
 * One page of the log, newest first: the delivery that it starts after or ends before. Its id carries
 * its sequence, and tells it from another one of the same.
 */
export type DeliveryPage = { after: string | null; before: string | null; limit: number };
export type DeliveryQuery = { filter: DeliveryFilter; page: DeliveryPage };

export const emptyDeliveryFilter: DeliveryFilter = {
  outcomes: [],
  from: null,
  to: null,
  secret: null,
  address: null,
  recording: null,
};

export const quarantineFilter: DeliveryFilter = {
  ...emptyDeliveryFilter,
  outcomes: ["quarantined"],
};

export const firstDeliveryPage: DeliveryPage = { after: null, before: null, limit: 50 };

/** A number that is exact up to a limit. */
export type BoundedCount = { count: number; isMore: boolean };
