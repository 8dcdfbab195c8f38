import "server-only";
import type { ServerResponse } from "node:http";
import type { OpenSound } from "@/lib/audio/store/sound-store";
import { type Outlet, openOutlet } from "@/lib/platform/files/kernel-send";
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
 *
 * The kernel sends it from the file to the connection, where it can. The first bytes go through memory
 * all the same, along with the head, since they show that the file can be read; the last ones, since
 * it is known here when its reader gets those; and some whenever the connection takes no more, since it
 * is known here when it takes these.
 * @throws when the file can't be read or ends too early
 */
export async function sendPart({ sound, first, length, ...sending }: Sending): Promise<void> {
  const outlet = length > 4 * edgeBytes ? await openOutlet(sending.response.socket) : null;
  try {
    await send({ sound, first, length, ...sending }, outlet);
  } finally {
    outlet?.close();
  }
}

async function send(
  { sound, first, length, response, begin, isWanted, onWritten }: Sending,
  outlet: Outlet | null,
): Promise<void> {
  const end = first + length;
  let isQuick = true;
  for (let at = first; at < end; ) {
    const byKernel = end - edgeBytes - at;
    if (outlet && sound.sendTo && isQuick && at > first && byKernel > 0) {
      const sent = await sound.sendTo(outlet, at, Math.min(byKernel, mostAtOnce));
      if (!isWanted()) return;
      at += sent;
      if (sent > 0) onWritten(end - at, true);
      isQuick = sent === Math.min(byKernel, mostAtOnce);
      if (isQuick) continue;
    }
    const most = outlet ? edgeBytes : end - at;
    const { chunk, bytes } = await readChunk(
      sound,
      at,
      Math.min(end, at + most),
      isQuick && !outlet,
    );
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
    if (outlet) isQuick = true;
  }
}

const edgeBytes = 64 * 1024;
/** Of a file that has to come from the disk first, one of Node's threads waits for so much. */
const mostAtOnce = 1024 ** 2;

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
