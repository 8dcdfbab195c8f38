import "server-only";
import { diskStore, type OpenSound } from "./sound-files";

export type { OpenSound } from "./sound-files";

type Shared = { sound: Promise<OpenSound | null>; users: number; isOver: boolean };

const sharedSounds = new Map<string, Shared>();
const sharedMs = 1_000;
const mostShared = 200;

/**
 * Opens a file of this machine's disk, as its store does, for whoever asks for parts of the same files
 * again and again: what was opened within the last second is open still. Its size is of then; a file
 * under its hash has one. Opening and reading together take at most half of this process's threads, and
 * wait for one: a disk that hangs leaves the others to the journal and to whatever else needs one.
 */
export async function openShared(sha256: Uint8Array): Promise<OpenSound | null> {
  const key = Buffer.from(sha256).toString("hex");
  const shared = sharedSounds.get(key) ?? share(key, sha256);
  if (!shared) return openInTurn(sha256);
  shared.users++;
  const leave = async () => {
    shared.users--;
    await closeUnused(shared);
  };
  try {
    const sound = await shared.sound;
    if (sound) return { ...sound, close: leave };
  } catch (error) {
    await leave();
    throw error;
  }
  await leave();
  return null;
}

function share(key: string, sha256: Uint8Array): Shared | undefined {
  if (sharedSounds.size >= mostShared) return undefined;
  const shared = { sound: openInTurn(sha256), users: 0, isOver: false };
  sharedSounds.set(key, shared);
  const end = () => {
    if (shared.isOver) return;
    shared.isOver = true;
    sharedSounds.delete(key);
    closeUnused(shared).catch(() => undefined);
  };
  // What isn't there may come.
  shared.sound.then((sound) => sound ?? end(), end);
  setTimeout(end, sharedMs).unref();
  return shared;
}

async function closeUnused({ sound, users, isOver }: Shared): Promise<void> {
  if (isOver && users === 0) await (await sound.catch(() => null))?.close();
}

async function openInTurn(sha256: Uint8Array): Promise<OpenSound | null> {
  const sound = await inTurn(() => diskStore().open(sha256));
  if (!sound) return null;
  const { read, sendTo } = sound;
  return {
    ...sound,
    ...(read && { read: (takeMemory, at) => inTurn(() => read(takeMemory, at)) }),
    ...(sendTo && {
      sendTo: (outlet, at, length) => inTurn(() => sendTo(outlet, at, length)),
    }),
  };
}

/** Node's own number, unless it was told another. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
let free = Math.floor(threads / 2);
const waiting: (() => void)[] = [];

async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  if (free > 0) free--;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Handed on, not given back: nobody can come in between.
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
}
