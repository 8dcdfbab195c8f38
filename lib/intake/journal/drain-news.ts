import "server-only";
import { z } from "zod";
import { newTopic } from "@/lib/platform/process/topic";

/** Something was appended to the journal. */
export const deliveriesKept = newTopic("deliveries-kept", z.literal(true));
/** Why the ledger couldn't be written at the last try, in words; null while all is well. */
export const drainFault = newTopic("drain-fault", z.string().nullable());
/**
 * The delivery that is being stored in parts and those that wait behind it for the same, and when it
 * last got on; null: none is.
 */
export const longDeliveries = newTopic(
  "long-deliveries",
  z.object({ acceptedSeqs: z.array(z.string()), atMs: z.number() }).nullable(),
);
