import "server-only";
import type { ServerResponse } from "node:http";
import type { OpenSound } from "@/lib/audio/store/open-shared";
import { giveChunk, takeChunk } from "./chunks";

type Sending = {
  sound: OpenSound;
  first: number;
  /** In bytes, at least one. */
  length: number;
  response: ServerResponse;
  /** Writes the head, which goes along with the first bytes. */
  begin: () => void;
  /** Asked after each wait; nothing is sent any more when it says no. */
  isWanted: () => boolean;
  /** So many bytes are left to be read; the connection has taken those before them, or has yet to. */
  onWritten: (left: number, isTaken: boolean) => void;
};

/**
 * Sends a part of an open file to where a response goes, whose head tells the length. Resolves when all
 * of it is taken, or it isn't wanted any more.
 * @throws when the file can't be read or ends too early
 */
export async function sendPart({ sound, first, length, ...sending }: Sending): Promise<void> {
  const { response, begin, isWanted, onWritten } = sending;
  const end = first + length;
  let isQuick = true;
  for (let at = first; at < end; ) {
    const { chunk, bytes } = await readChunk(sound, at, end, isQuick);
    if (!isWanted()) return giveChunk(chunk);
    const { socket } = response;
    socket?.cork();
    if (at === first) begin();
    const taken = new Promise<void>((resolve) => {
      writePast(response, chunk.subarray(0, bytes), () => {
        // Until now it was read from, also if the connection is broken.
        giveChunk(chunk);
        resolve();
      });
    });
    socket?.uncork();
    at += bytes;
    isQuick = (socket ?? response).writableLength === 0;
    onWritten(end - at, isQuick);
    if (!isQuick) await taken;
    if (!isWanted()) return;
  }
}

/**
 * Writes to where a response goes, past what counts and frames it. `onTaken` is called later, in any case.
 * @returns whether all of it is taken already
 */
export function writePast(
  response: ServerResponse,
  bytes: Uint8Array,
  onTaken: () => void,
): boolean {
  const taker = response.socket ?? response;
  taker.write(bytes, () => onTaken());
  return taker.writableLength === 0;
}

/** @returns memory that has the file's next bytes, at least one */
async function readChunk(
  sound: OpenSound,
  at: number,
  end: number,
  isQuick: boolean,
): Promise<{ chunk: Buffer; bytes: number }> {
  let chunk: Buffer | undefined;
  const takeMemory = () => {
    chunk = takeChunk(isQuick);
    return chunk.subarray(0, end - at);
  };
  try {
    const bytes = (await sound.read?.(takeMemory, at)) ?? 0;
    if (chunk && bytes > 0) return { chunk, bytes };
    throw new Error("a kept file is shorter than it was");
  } catch (error) {
    if (chunk) giveChunk(chunk);
    throw error;
  }
}
