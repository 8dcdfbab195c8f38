import "server-only";
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

/** `changedAt` is shown by the clock of UTC. */
export type ZipEntry = {
  name: string;
  /** In bytes: exactly so many come of `content`. Null: any number below 4 GiB, which are packed. */
  size: number | null;
  changedAt: Date;
  content: AsyncIterable<Uint8Array>;
};

/**
 * A ZIP of any number of entries and of any size (APPNOTE 6.3.10: stored or deflated, UTF-8, each with a data
 * descriptor, ZIP64 where it has to be). Its directory is put aside in `directory` until the end, so that
 * none of it is held in memory; `comment` is asked for then.
 * @throws when an entry has another size than it said
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  directory: Spool,
  comment = () => "",
): AsyncGenerator<Uint8Array, undefined> {
  let at = 0;
  let count = 0;
  // Goes together with what comes next: many calls are short.
  let behind: Buffer = Buffer.alloc(0);
  for await (const { name, size: told, changedAt, content } of entries) {
    const isPacked = told === null;
    const fields = { name: Buffer.from(name), dosTime: toDosTime(changedAt), isPacked };
    const header = localHeader(fields, told ?? 0);
    yield Buffer.concat([behind, header]);
    let crc = 0;
    let [size, packed] = [0, 0];
    for await (const chunk of content) {
      crc = crc32(chunk, crc);
      size += chunk.length;
      const piece = isPacked ? await pack(chunk) : chunk;
      packed += piece.length;
      yield piece;
    }
    if (told !== null && size !== told)
      throw new Error(`${name}: ${size} bytes instead of ${told}`);
    const end = isPacked ? lastBlock : Buffer.alloc(0);
    packed += end.length;
    behind = Buffer.concat([end, dataDescriptor(crc, packed, size)]);
    await directory.write(directoryHeader(fields, { crc, packed, size, at }));
    at += header.length + packed + behind.length - end.length;
    count += 1;
  }
  yield behind;
  yield* directory.read();
  yield directoryEnd({ count, at, bytes: directory.bytes, comment: comment() });
}

/** Packed so that it ends on a byte and refers to nothing before it: such pieces can be put together. */
function pack(chunk: Uint8Array): Promise<Buffer> {
  return deflate(chunk, { finishFlush: constants.Z_FULL_FLUSH });
}

const deflate = promisify<Uint8Array, { finishFlush: number }, Buffer>(deflateRaw);

/** An empty block that says it is the last. */
const lastBlock = Buffer.from([0x03, 0x00]);

type EntryFields = { name: Buffer; dosTime: number; isPacked: boolean };
type EntrySums = { crc: number; packed: number; size: number; at: number };

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

/** What both headers of an entry begin with. */
function methodFields({ isPacked, dosTime }: EntryFields): Buffer {
  const [needed, method] = isPacked ? [20, 8] : [version, 0];
  return Buffer.concat([u16(needed), u16(flags), u16(method), u32(dosTime)]);
}

function localHeader(fields: EntryFields, size: number): Buffer {
  // It says, too, that the descriptor's sizes have eight bytes.
  const isLarge = size >= most32;
  const extra = isLarge ? zip64Field(size, size) : zip64Field();
  const sizeHere = u32(isLarge ? most32 : 0);
  return Buffer.concat([
    u32(0x04034b50),
    methodFields(fields),
    u32(0),
    sizeHere,
    sizeHere,
    u16(fields.name.length),
    u16(extra.length),
    fields.name,
    extra,
  ]);
}

function dataDescriptor(crc: number, packed: number, size: number): Buffer {
  const sized = size >= most32 ? u64 : u32;
  return Buffer.concat([u32(0x08074b50), u32(crc), sized(packed), sized(size)]);
}

function directoryHeader(fields: EntryFields, { crc, packed, size, at }: EntrySums): Buffer {
  const sizes = size >= most32 ? [size, size] : [];
  const extra = zip64Field(...sizes, ...(at >= most32 ? [at] : []));
  return Buffer.concat([
    u32(0x02014b50),
    u16((madeByUnix << 8) | version),
    methodFields(fields),
    u32(crc),
    capped32(packed),
    capped32(size),
    u16(fields.name.length),
    // No comment, the first disk, no internal attributes.
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32(regularFile * 2 ** 16),
    capped32(at),
    fields.name,
    extra,
  ]);
}

type DirectoryEnd = { count: number; at: number; bytes: number; comment: string };

function directoryEnd({ count, at, bytes, comment }: DirectoryEnd): Buffer {
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
    u16(comment.length),
    Buffer.from(comment),
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
