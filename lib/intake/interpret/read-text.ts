import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { budgets } from "@/lib/platform/budgets";

/** What stops a whole body from being read, in words for the operator. */
export class UnreadableBody extends Error {
  override name = "UnreadableBody";
}

export type BodyEncoding = { contentType: string | null; contentEncoding: string | null };

/**
 * The text of a body: decompressed, and decoded by its byte order mark, its declared charset, or
 * as UTF-8. @throws {UnreadableBody}
 */
export function readText(body: Uint8Array, { contentType, contentEncoding }: BodyEncoding): string {
  const bytes = decompress(body, contentEncoding?.trim().toLowerCase() ?? "");
  if (bytes.length === 0) throw new UnreadableBody("the body is empty");
  const charset = detectCharset(bytes) ?? declaredCharset(contentType) ?? "utf-8";
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody(`the body is not valid ${charset}`);
  }
}

/** The parser takes forty bytes of memory for each character of a long text. */
const maxDecompressedBytes = budgets.delivery.decompressedBytes;

function decompress(body: Uint8Array, encoding: string): Uint8Array {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const limit = { maxOutputLength: maxDecompressedBytes };
  try {
    if (isGzip) return gunzipSync(body, limit);
    if (encoding === "deflate") return inflateSync(body, limit);
    if (encoding === "br") return brotliDecompressSync(body, limit);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      const most = maxDecompressedBytes.toLocaleString("en");
      throw new UnreadableBody(`holds more than ${most} bytes when it is decompressed`);
    }
    throw new UnreadableBody(`the body cannot be decompressed (${encoding || "gzip"})`);
  }
  return body;
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
