import "server-only";
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/** `size` in bytes: exactly so many come of `content`. `changedAt` is shown by the clock of UTC. */
export type ZipEntry = {
  name: string;
  size: number;
  changedAt: Date;
  content: AsyncIterable<Uint8Array>;
};

/**
 * A ZIP of any number of entries and of any size, as they are (APPNOTE 6.3.10: stored, UTF-8, each with a
 * data descriptor, ZIP64 where it has to be). Its directory is put aside in `directory` until the end, so
 * that none of it is held in memory.
 * @throws when an entry has another size than it said
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  directory: Spool,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let count = 0;
  // Goes together with what comes next: many calls are short.
  let behind: Buffer = Buffer.alloc(0);
  for await (const { name, size, changedAt, content } of entries) {
    const fields = { name: Buffer.from(name), size, dosTime: toDosTime(changedAt) };
    const header = localHeader(fields);
    yield Buffer.concat([behind, header]);
    let crc = 0;
    let written = 0;
    for await (const chunk of content) {
      crc = crc32(chunk, crc);
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name}: ${written} bytes instead of ${size}`);
    behind = dataDescriptor(size, crc);
    await directory.write(directoryHeader(fields, crc, at));
    at += header.length + size + behind.length;
    count += 1;
  }
  yield behind;
  yield* directory.read();
  yield directoryEnd({ count, at, bytes: directory.bytes });
}

type EntryFields = { name: Buffer; size: number; dosTime: number };

const stored = 0;
const version = 45;
/** The sizes stand behind the content, the name is UTF-8. */
const flags = (1 << 3) | (1 << 11);
const most16 = 0xffff;
const most32 = 0xffff_ffff;
const regularFile = 0o100_644;
const madeByUnix = 3;

const u16 = (value: number) => bytesOf(2, (buffer) => buffer.writeUInt16LE(value));
const u32 = (value: number) => bytesOf(4, (buffer) => buffer.writeUInt32LE(value));
const u64 = (value: number) => bytesOf(8, (buffer) => buffer.writeBigUInt64LE(BigInt(value)));
const capped16 = (value: number) => u16(Math.min(value, most16));
const capped32 = (value: number) => u32(Math.min(value, most32));

function bytesOf(length: number, write: (buffer: Buffer) => void): Buffer {
  const buffer = Buffer.alloc(length);
  write(buffer);
  return buffer;
}

/** Of what doesn't fit into four bytes. */
function zip64Field(...values: number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0);
  return Buffer.concat([u16(1), u16(values.length * 8), ...values.map(u64)]);
}

function localHeader({ name, size, dosTime }: EntryFields): Buffer {
  // It says, too, that the descriptor's sizes have eight bytes.
  const isLarge = size >= most32;
  const extra = isLarge ? zip64Field(size, size) : zip64Field();
  const sizeHere = u32(isLarge ? most32 : 0);
  return Buffer.concat([
    u32(0x04034b50),
    u16(version),
    u16(flags),
    u16(stored),
    u32(dosTime),
    u32(0),
    sizeHere,
    sizeHere,
    u16(name.length),
    u16(extra.length),
    name,
    extra,
  ]);
}

function dataDescriptor(size: number, crc: number): Buffer {
  const sized = size >= most32 ? u64(size) : u32(size);
  return Buffer.concat([u32(0x08074b50), u32(crc), sized, sized]);
}

function directoryHeader({ name, size, dosTime }: EntryFields, crc: number, at: number): Buffer {
  const sizes = size >= most32 ? [size, size] : [];
  const extra = zip64Field(...sizes, ...(at >= most32 ? [at] : []));
  return Buffer.concat([
    u32(0x02014b50),
    u16((madeByUnix << 8) | version),
    u16(version),
    u16(flags),
    u16(stored),
    u32(dosTime),
    u32(crc),
    capped32(size),
    capped32(size),
    u16(name.length),
    // No comment, the first disk, no internal attributes.
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(regularFile * 2 ** 16),
    capped32(at),
    name,
    extra,
  ]);
}

function directoryEnd({ count, at, bytes }: { count: number; at: number; bytes: number }): Buffer {
  const isLarge = count >= most16 || at >= most32 || bytes >= most32;
  const end64 = [
    u32(0x06064b50),
    u64(44),
    u16((madeByUnix << 8) | version),
    u16(version),
    u32(0),
    u32(0),
    u64(count),
    u64(count),
    u64(bytes),
    u64(at),
    u32(0x07064b50),
    u32(0),
    u64(at + bytes),
    u32(1),
  ];
  const end = [
    u32(0x06054b50),
    u16(0),
    u16(0),
    capped16(count),
    capped16(count),
    capped32(bytes),
    capped32(at),
    u16(0),
  ];
  return Buffer.concat([...(isLarge ? end64 : []), ...end]);
}

/** Two seconds are its unit, 1980 to 2107 its years. */
function toDosTime(instant: Date): number {
  const year = instant.getUTCFullYear();
  if (year < 1980) return (1 << 21) | (1 << 16);
  if (year > 2107) return toDosTime(new Date("2107-12-31T23:59:58Z"));
  const [month, day] = [instant.getUTCMonth() + 1, instant.getUTCDate()];
  const [hour, minute] = [instant.getUTCHours(), instant.getUTCMinutes()];
  const date = (year - 1980) * 512 + month * 32 + day;
  return date * 65_536 + hour * 2_048 + minute * 32 + (instant.getUTCSeconds() >> 1);
}

/**
 * Bytes that are put aside until they are read, once, from the first on: in memory while they are few, then
 * in a file of `folder` that has no name, so that it goes with this process.
 */
export class Spool {
  bytes = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #file: FileHandle | undefined;

  constructor(private readonly folder: string) {}

  async write(chunk: Buffer): Promise<void> {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    this.bytes += chunk.length;
    if (this.#heldBytes < heldBytes) return;
    this.#file ??= await openNameless(this.folder);
    const all = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    for (let written = 0; written < all.length; ) {
      written += (await this.#file.write(all, written)).bytesWritten;
    }
  }

  async *read(): AsyncGenerator<Buffer> {
    const inFile = this.bytes - this.#heldBytes;
    for (let at = 0; this.#file && at < inFile; ) {
      const chunk = Buffer.alloc(Math.min(heldBytes, inFile - at));
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) throw new Error("what was put aside is gone");
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
    yield* this.#held;
  }

  /** Lets go of the file. Idempotent. */
  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

const heldBytes = 256 * 1024;

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  await rm(path);
  return file;
}
