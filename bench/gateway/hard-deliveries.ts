import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { openFiles } from "@/lib/intake/journal/journal-file";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { makeCallRecord, toDocument } from "../bodies/call-record";
import { awaitDrained } from "../server/await-drained";
import type { Site } from "../server/site";
import type { Visit } from "./visit";

export const largeBodies = {
  emptyRecords: () => Buffer.from(`[${Array(500_000).fill("{}").join()}]`),
  manyKeys: () => {
    const keys = Array.from({ length: 300_000 }, (_, n) => `"unknown_${n}":${n}`);
    return Buffer.from(`{"id":"wide","call_sid":"CA-wide",${keys.join()}}`);
  },
  /** 340 bytes each when unpacked. */
  packedRecords: (count: number) => {
    const record = `{"id":"crowd","call_sid":"CA-crowd","summary":"${"x".repeat(290)}"}`;
    return gzipSync(`[${Array(count).fill(record).join()}]`);
  },
};

const pauseMs = 2_000;

/** Authentic, so it must be kept like any other. */
export async function postLarge(
  { site, stop }: Pick<Visit, "site" | "stop">,
  body: Buffer<ArrayBuffer>,
): Promise<void> {
  const acks: { deliveryId: string; atMs: number }[] = [];
  try {
    const answer = await fetch(site.server.webhookUrl, { method: "POST", body, signal: stop });
    const { deliveryId } = (await answer.json()) as { deliveryId: string };
    if (answer.status === 202) acks.push({ deliveryId, atMs: Date.now() });
  } finally {
    site.ledger.add({ sha256: hashOf(body), attempts: 1, acks, recordingId: null });
  }
  await sleep(pauseMs);
}

/** A call whose page has more to show than a page may. */
export async function deliverWorstCall(site: Site): Promise<void> {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_key_${n}`, n]));
  const record = {
    ...makeCallRecord("worst-call", 0),
    ...keys(60_000),
    summary: "A long story. ".repeat(70_000),
    one_long_value: "x".repeat(500_000),
  };
  const body = Buffer.from(JSON.stringify(toDocument(record)));
  await postLarge({ site, stop: new AbortController().signal }, body);
  await awaitDrained(site.server);
}

/** What no journal has written stands between its entries, as a failing disk leaves it. */
export async function spoilJournal(site: Site): Promise<void> {
  await site.server.stop();
  const { root, entries } = openFiles(join(site.server.dataDir, "journal"));
  const clock = new SequenceGenerator(1, 0n);
  const spoiled = [
    Buffer.alloc(0),
    Buffer.from("no entry at all"),
    Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7b]),
    Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from("{}"), Buffer.alloc(4_000, 7)]),
  ];
  await root.transaction(() => {
    for (const bytes of spoiled) {
      const acceptedSeq = clock.next();
      const key = Buffer.alloc(8);
      key.writeBigUInt64BE(acceptedSeq);
      entries.put(key, bytes);
      const deliveryId = toDeliveryId(acceptedSeq, new Uint8Array(16));
      const acks = [{ deliveryId, atMs: Date.now() }];
      site.ledger.add({ sha256: hashOf(bytes), attempts: 1, acks, recordingId: null });
    }
  });
  await root.close();
  await site.startAgain();
}

function hashOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
