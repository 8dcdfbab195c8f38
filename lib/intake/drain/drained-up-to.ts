import "server-only";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { acceptedAtOf } from "../journal/acceptance-clock";
import { journal } from "../journal/open-journal";

/** Whatever was accepted here before this moment is in the ledger. */
export async function drainedUpTo(): Promise<Date> {
  const nowMs = eventNowMs();
  const [oldest] = await (await journal()).read(1, 1);
  return new Date(oldest ? Math.min(acceptedAtOf(oldest.acceptedSeq), nowMs) : nowMs);
}
