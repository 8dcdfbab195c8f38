import "server-only";

/**
 * Memory for files on their way, filled again and again; what was used last is taken first, since the
 * processor has it near. A large one saves trips to the disk and to the connection, and there are few:
 * whoever takes bytes more slowly than they are read waits with a small one.
 */
const large = { bytes: 1024 ** 2, free: [] as Buffer[] };
const small = { bytes: 128 * 1024, free: [] as Buffer[] };
const mostLarge = 24;
let largeInAll = 0;

/** Its one user gives it back. */
export function takeChunk(isQuick: boolean): Buffer {
  const free = isQuick ? large.free.pop() : undefined;
  if (free) return free;
  if (!isQuick || largeInAll >= mostLarge) {
    return small.free.pop() ?? Buffer.allocUnsafeSlow(small.bytes);
  }
  largeInAll++;
  return Buffer.allocUnsafeSlow(large.bytes);
}

export function giveChunk(chunk: Buffer): void {
  const { free } = chunk.length === large.bytes ? large : small;
  free.push(chunk);
}
