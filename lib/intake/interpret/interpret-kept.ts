import "server-only";
import { hash } from "node:crypto";
import { log } from "@/lib/ops/log";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import { type Interpretation, interpretDelivery } from "./interpret-delivery";
import { type BodyEncoding, readShortBytes } from "./json/read-text";
import { type OpenedBody, openBody } from "./open-body";

/** The bytes of a delivery as the journal or the ledger keeps them. */
export type KeptBytes = { deliveryId: string; headers: [string, string][]; body: Uint8Array };

/** What kept bytes mean today. Whatever goes wrong in reading them holds back this delivery alone. */
export function interpretKept(kept: KeptBytes): Interpretation {
  try {
    return interpretDelivery(kept.body, encodingOf(kept), timeZone());
  } catch (error) {
    return toFault(kept, error);
  }
}

/** Those of one key mean the same, in this process. */
export function meaningKey(kept: KeptBytes): string {
  const { contentType, contentEncoding } = encodingOf(kept);
  // Its own digest: what an entry of the journal says of its bytes may be older than they are.
  return [hash("sha256", kept.body, "base64"), contentType, contentEncoding, timeZone()].join("\n");
}

/**
 * The same for bytes that may be very many, or hold very many records.
 * @param meanwhile called now and then while all of it is looked through
 * @throws what `meanwhile` throws
 */
export async function openKept(
  kept: KeptBytes,
  meanwhile: () => Promise<void>,
): Promise<OpenedBody> {
  let interruption: { error: unknown } | undefined;
  const steps = {
    readAtOnce: () => interpretKept(kept),
    meanwhile: () =>
      meanwhile().catch((error: unknown) => {
        interruption = { error };
        throw error;
      }),
  };
  try {
    const { isWhole, parts } = await openBody(kept.body, encodingOf(kept), timeZone(), steps);
    return { isWhole, parts: () => untilFault(kept, parts()) };
  } catch (error) {
    if (interruption?.error === error) throw error;
    const fault = toFault(kept, error);
    return {
      isWhole: false,
      parts: async function* () {
        yield fault;
      },
    };
  }
}

/** What was read before something went wrong, and that it did. */
async function* untilFault(
  kept: KeptBytes,
  parts: AsyncGenerator<Interpretation>,
): AsyncGenerator<Interpretation> {
  try {
    yield* parts;
  } catch (error) {
    yield toFault(kept, error);
  }
}

function toFault({ deliveryId }: KeptBytes, error: unknown): Interpretation {
  log().error({ err: error, deliveryId }, "a delivery could not be interpreted");
  return refusedInterpretation(error);
}

/**
 * How much there is to read, told without reading it: `short` holds little and at most as many records
 * as a slice, so it may be read and stored with others.
 */
export function sizeKept(kept: KeptBytes): "short" | "middle" | "long" {
  const bytes = readShortBytes(kept.body, encodingOf(kept), mostBytes.middle);
  if (!bytes) return "long";
  if (bytes.length > mostBytes.short) return "middle";
  let commas = 0;
  for (let at = bytes.indexOf(0x2c); at >= 0; at = bytes.indexOf(0x2c, at + 1)) commas++;
  return commas < budgets.delivery.slice.records ? "short" : "middle";
}

const mostBytes = { short: 256 * 1024, middle: 1024 * 1024 };

function encodingOf({ headers }: KeptBytes): BodyEncoding {
  const named = new Map(headers);
  return {
    contentType: named.get("content-type") ?? null,
    contentEncoding: named.get("content-encoding") ?? null,
  };
}

function timeZone(): string {
  return env().CALLING_SERVICE_TIME_ZONE ?? "UTC";
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
