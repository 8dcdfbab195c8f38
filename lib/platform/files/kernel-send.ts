import "server-only";
import type { Socket } from "node:net";

/** Where the kernel sends files by itself: a connection, under a descriptor of our own. */
export type Outlet = {
  /**
   * Hands over bytes of an open file, as many as the connection takes at once, without bringing them to
   * this process. Works, and waits for the disk, in one of Node's threads.
   * @param file its descriptor
   * @returns how many; 0 for whatever reason: it takes none now, is broken, or the file can't be read
   */
  send: (file: number, at: number, length: number) => Promise<number>;
  /** Once nothing is being sent any more. The connection ends when both have closed it. */
  close: () => void;
};

/**
 * @returns null where the kernel can't: on other systems than Linux, where its calls can't be reached,
 * or for a connection that is closed
 */
export async function openOutlet(socket: Socket | null): Promise<Outlet | null> {
  calls ??= loadCalls();
  const known = await calls;
  const own = descriptorOf(socket);
  if (!known || own === null) return null;
  // Node may close its own at any time, and another connection would have its number while we send.
  const to = known.dup(own);
  if (to < 0) return null;
  return {
    send: (file, at, length) =>
      new Promise((resolve, reject) => {
        known.sendfile.async(to, file, [at], length, (error: unknown, sent: number) => {
          if (error) reject(error);
          else resolve(Math.max(sent, 0));
        });
      }),
    close: () => void known.close(to),
  };
}

type Calls = {
  dup: (descriptor: number) => number;
  close: (descriptor: number) => number;
  sendfile: {
    async: (...args: [...Parameters<SendFile>, (error: unknown, sent: number) => void]) => void;
  };
};
type SendFile = (to: number, from: number, at: [number], length: number) => number;

let calls: Promise<Calls | null> | undefined;

/** Node has no call for this, so that the C library is asked itself. */
async function loadCalls(): Promise<Calls | null> {
  if (process.platform !== "linux") return null;
  try {
    const { default: koffi } = await import("koffi");
    const libc = koffi.load(null);
    return {
      dup: libc.func("int dup(int)"),
      close: libc.func("int close(int)"),
      sendfile: libc.func("int64_t sendfile64(int, int, int64_t *, size_t)"),
    };
  } catch {
    return null;
  }
}

/** Null: it is closed, or is no connection that has one. */
function descriptorOf(socket: Socket | null): number | null {
  const { _handle: handle } = (socket ?? {}) as { _handle?: { fd?: number } | null };
  const descriptor = handle?.fd ?? -1;
  return descriptor < 0 ? null : descriptor;
}
