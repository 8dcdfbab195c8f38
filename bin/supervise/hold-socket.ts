import { lookup } from "node:dns/promises";
import * as net from "node:net";

/** A bound socket that outlives every server that listens on it. */
export type HeldSocket = { fd: number };

type Handle = { fd: number; close: () => void };
type CreateHandle = (
  address: string,
  port: number,
  family: 4 | 6,
  fd: -1,
  flags: 0,
) => Handle | number;

/**
 * Binds the address without accepting on it. Servers inherit the descriptor and listen on it; while
 * none of them runs, the system keeps new connections waiting instead of refusing them. Null where
 * this Node can't: the server then listens by itself.
 */
export async function holdSocket(port: number, host: string): Promise<HeldSocket | null> {
  // Node's own cluster module binds with this; a public way that doesn't accept there is none.
  const createHandle = (net as { _createServerHandle?: CreateHandle })._createServerHandle;
  if (!createHandle) return null;
  const { address, family } = await lookup(host);
  const handle = createHandle(address, port, family === 6 ? 6 : 4, -1, 0);
  if (typeof handle === "number" || handle.fd < 0) return null;
  held.add(handle);
  return { fd: handle.fd };
}

/** A handle that nothing refers to is closed by the garbage collector. */
const held = new Set<Handle>();
