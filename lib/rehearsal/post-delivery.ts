import "server-only";
import { z } from "zod";

export type DoorAnswer = {
  status: number;
  /** Null: it was not accepted. */
  deliveryId: string | null;
  afterMs: number;
};

/** Sends a body as the calling service does. Null: nobody answered. */
export async function postDelivery(
  url: string,
  body: string,
  { signal, patienceMs = 40_000 }: { signal: AbortSignal; patienceMs?: number },
): Promise<DoorAnswer | null> {
  const startedMs = performance.now();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/vnd.api+json", "User-Agent": "Earshot rehearsal" },
      body,
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    const afterMs = performance.now() - startedMs;
    const receipt = receiptSchema.safeParse(await response.json().catch(() => null));
    return { status: response.status, deliveryId: receipt.data?.deliveryId ?? null, afterMs };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

const receiptSchema = z.object({ deliveryId: z.uuid() });
