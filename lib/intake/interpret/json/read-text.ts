import { promisify } from "node:util";
import {
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  inflate,
  inflateSync,
} from "node:zlib";
import { budgets } from "@/lib/platform/settings/budgets";

/** What stops a whole body from being read, in words for the operator. */
export class UnreadableBody extends Error {
  override name = "UnreadableBody";
}

/** It can be read, but holds more than that is done with. */
export class TooLongBody extends UnreadableBody {}

export type BodyEncoding = { contentType: string | null; contentEncoding: string | null };

/**
 * The text of a body that is read at once: decompressed, and decoded by its byte order mark, its
 * declared charset, or as UTF-8. @throws {UnreadableBody}
 */
export function readText(body: Uint8Array, encoding: BodyEncoding): string {
  const { bytes: most } = budgets.delivery.atOnce;
  const compression = findCompression(body, encoding);
  try {
    const bytes = compression ? methods[compression].sync(body, { maxOutputLength: most }) : body;
    return decode(bytes, encoding);
  } catch (error) {
    throw toUnreadable(error, compression, most);
  }
}

/** The text of a body that is read in slices; no other work waits while it is decompressed. */
export async function readLongText(body: Uint8Array, encoding: BodyEncoding): Promise<string> {
  const most = budgets.delivery.decompressedBytes;
  const compression = findCompression(body, encoding);
  try {
    const bytes = compression
      ? await methods[compression].apart(body, { maxOutputLength: most })
      : body;
    return decode(bytes, encoding);
  } catch (error) {
    throw toUnreadable(error, compression, most);
  }
}

/** The first bytes of a body, decompressed; null: it has more of them, or can't be decompressed. */
export function readShortBytes(
  body: Uint8Array,
  encoding: BodyEncoding,
  most: number,
): Uint8Array | null {
  if (body.length > most) return null;
  const compression = findCompression(body, encoding);
  if (!compression) return body;
  try {
    return methods[compression].sync(body, { maxOutputLength: most });
  } catch {
    return null;
  }
}

/** What the beginning of a compressed body says: at least 64 KiB of text, where there is as much. */
export function readBeginning(body: Uint8Array, encoding: BodyEncoding): string {
  const compression = findCompression(body, encoding);
  const beginning = body.subarray(0, 64 * 1024);
  // What is missing behind is no fault then.
  const finishFlush =
    compression === "br" ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
  const maxOutputLength = budgets.delivery.decompressedBytes + 1024 * 1024;
  const bytes = compression
    ? methods[compression].sync(beginning, { finishFlush, maxOutputLength })
    : beginning;
  const charset = detectCharset(bytes) ?? declaredCharset(encoding.contentType) ?? "utf-8";
  return new TextDecoder(charset).decode(bytes.subarray(0, 4 * 64 * 1024));
}

type Compression = "gzip" | "deflate" | "br";

const methods = {
  gzip: { sync: gunzipSync, apart: promisify(gunzip) },
  deflate: { sync: inflateSync, apart: promisify(inflate) },
  br: { sync: brotliDecompressSync, apart: promisify(brotliDecompress) },
};

function findCompression(
  body: Uint8Array,
  { contentEncoding }: BodyEncoding,
): Compression | undefined {
  if (body[0] === 0x1f && body[1] === 0x8b) return "gzip";
  const named = contentEncoding?.trim().toLowerCase();
  return named === "deflate" || named === "br" ? named : undefined;
}

function toUnreadable(error: unknown, compression: Compression | undefined, most: number): unknown {
  if (!compression || error instanceof UnreadableBody) return error;
  if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
    const bytes = most.toLocaleString("en");
    return new TooLongBody(`holds more than ${bytes} bytes when it is decompressed`);
  }
  return new UnreadableBody(`the body cannot be decompressed (${compression})`);
}

function decode(bytes: Uint8Array, { contentType }: BodyEncoding): string {
  if (bytes.length === 0) throw new UnreadableBody("the body is empty");
  const charset = detectCharset(bytes) ?? declaredCharset(contentType) ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody(`the body is not valid ${charset}`);
  }
}

function detectCharset(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // JSON begins with an ASCII character, so a NUL beside it tells the width and the byte order.
  if (first === 0 && second) return "utf-16be";
  if (first && second === 0) return "utf-16le";
  return undefined;
}

function declaredCharset(contentType: string | null): string | undefined {
  const charset = /;\s*charset="?([\w-]+)"?/i.exec(contentType ?? "")?.[1];
  if (!charset) return undefined;
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return undefined;
  }
}
