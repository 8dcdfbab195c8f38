import "server-only";
import { eventNowMs } from "@/lib/platform/event-clock";
import { acceptedAtOf } from "./acceptance-clock";
import { journal } from "./open-journal";

/** Whatever was accepted here before this moment is in the ledger. */
export async function drainedUpTo(): Promise<Date> {
  const nowMs = eventNowMs();
  const [oldest] = await (await journal()).read(1, 1);
  return new Date(oldest ? Math.min(acceptedAtOf(oldest.acceptedSeq), nowMs) : nowMs);
}
