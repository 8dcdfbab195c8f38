import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { IssuedLedger } from "./check-ledger";

/** What became of one event, as the sender saw it; one line of its file. */
export type SentEvent = {
  sha256: string;
  attempts: number;
  acks: { deliveryId: string; atMs: number }[];
  /** The recording that it must bring onto the list, if it must. */
  recordingId: string | null;
};

/** Collects what senders have written down, run after run. */
export class SentLedger implements IssuedLedger {
  readonly attemptsByHash = new Map<string, number>();
  readonly acknowledged: { deliveryId: string; sha256: string }[] = [];
  /** When each recording that must be on the list was first acknowledged, in ms since 1970. */
  readonly recordings = new Map<string, number>();

  async addFile(path: string): Promise<void> {
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (line) this.add(JSON.parse(line));
    }
  }

  add({ sha256, attempts, acks, recordingId }: SentEvent): void {
    this.attemptsByHash.set(sha256, (this.attemptsByHash.get(sha256) ?? 0) + attempts);
    for (const { deliveryId } of acks) this.acknowledged.push({ deliveryId, sha256 });
    const [first] = acks;
    if (recordingId !== null && first) this.recordings.set(recordingId, first.atMs);
  }
}
