import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type pg from "pg";
import { storeRecords } from "@/lib/recordings/ledger/store-records";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { toCallRecord } from "@/lib/recordings/record/test-record";

let seq = 0;

/** Stores calls as a drain does, each with the next sequence. */
export async function storeCalls(
  pool: pg.Pool,
  calls: [id: string, changes: Partial<CallRecord>][],
): Promise<void> {
  const client = await pool.connect();
  const arrived = calls.map(([id, changes], position) => ({
    record: toCallRecord(id, changes),
    acceptedSeq: BigInt(++seq),
    acceptedAt: new Date(),
    deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`,
    payloadHash: null,
    position,
  }));
  await storeRecords(client, arrived).finally(() => client.release());
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host of files on the loopback, by path; it notes what it was asked for. */
export async function startHost(answers: Map<string, Answer>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers.get(request.url ?? "");
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendFile(bytes: Uint8Array, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(200, { "Content-Length": bytes.length, ...headers }).end(bytes);
  };
}

/** Mono or stereo, 16 bits at 8 kHz, each channel as loud as it is told, from 0 to 1. */
export function toWav(seconds: number, loudness: number[] = [0.5]): Buffer {
  const frames = seconds * 8_000;
  const data = Buffer.alloc(frames * loudness.length * 2);
  for (let frame = 0; frame < frames; frame++) {
    for (const [channel, level] of loudness.entries()) {
      const value = Math.round((frame % 2 === 0 ? level : -level) * 32_767);
      data.writeInt16LE(value, (frame * loudness.length + channel) * 2);
    }
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(loudness.length, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000 * loudness.length, 28);
  head.writeUInt16LE(2 * loudness.length, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
