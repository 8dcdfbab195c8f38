import "server-only";
import { log } from "@/lib/ops/log";
import { env } from "@/lib/platform/env";
import { type Interpretation, interpretDelivery } from "./interpret-delivery";

/** The bytes of a delivery as the journal or the ledger keeps them. */
export type KeptBytes = { deliveryId: string; headers: [string, string][]; body: Uint8Array };

/** What kept bytes mean today. Whatever goes wrong in reading them holds back this delivery alone. */
export function interpretKept({ deliveryId, headers, body }: KeptBytes): Interpretation {
  const named = new Map(headers);
  const encoding = {
    contentType: named.get("content-type") ?? null,
    contentEncoding: named.get("content-encoding") ?? null,
  };
  try {
    return interpretDelivery(body, encoding, env().CALLING_SERVICE_TIME_ZONE ?? "UTC");
  } catch (error) {
    log().error({ err: error, deliveryId }, "a delivery could not be interpreted");
    return refusedInterpretation(error);
  }
}

/** For what can't be stored: no record, and the reason. */
export function refusedInterpretation(error: unknown): Interpretation {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `can't be stored: ${reason.slice(0, 300)}`;
  return { readings: [], problems: [{ path: "", message }] };
}

/** For what was never read to its end: reading it once more may be worth a try, or end the same way. */
export function unreadInterpretation(): Interpretation {
  return { readings: [], problems: [{ path: "", message: unreadMessage }] };
}

/** For bytes that aren't what the journal wrote. */
export function damagedInterpretation(): Interpretation {
  return { readings: [], problems: [{ path: "", message: damagedMessage }] };
}

export const damagedMessage =
  "was damaged in the journal: the bytes kept here are all that is left of it, facts and body in one";

export const unreadMessage =
  "was set aside unread, because the server ended or ran out of time over it again and again";
