import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { readBody } from "./read-request";

const limits = { maxBytes: 1_000, timeoutMs: 1_000, declaredBytes: null };

function streamOf(...chunks: (Buffer | "error" | "stall")[]): Readable {
  return Readable.from(
    (async function* () {
      for (const chunk of chunks) {
        if (chunk === "stall") await new Promise(() => undefined);
        if (chunk === "error") throw new Error("aborted");
        yield chunk;
      }
    })(),
  );
}

describe("a body", () => {
  test.each([0, 1, 999, 1_000])("of %i bytes is read whole", async (size) => {
    const bytes = Buffer.alloc(size, 7);
    const read = await readBody(streamOf(bytes.subarray(0, 10), bytes.subarray(10)), {
      ...limits,
      declaredBytes: size,
    });
    expect(read).toEqual({
      body: bytes,
      bytes: size,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      isOversized: false,
    });
  });

  test("of one byte too many keeps its size, hash and first 64 KiB", async () => {
    const bytes = Buffer.alloc(200_000, 7);
    const read = await readBody(streamOf(bytes), { ...limits, maxBytes: 100_000 });
    expect(read).toEqual({
      body: bytes.subarray(0, 65_536),
      bytes: 200_000,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      isOversized: true,
    });
  });

  test("without end is given up at eight times the limit", async () => {
    let sent = 0;
    const endless = new Readable({
      highWaterMark: 500,
      read() {
        sent += 500;
        this.push(Buffer.alloc(500));
      },
    });
    const read = await readBody(endless, limits);
    expect(read).toMatchObject({ isOversized: true });
    expect(sent).toBeLessThan(12_000);
  });

  test("that ends before its declared length is cut short", async () => {
    const stream = streamOf(Buffer.alloc(10));
    expect(await readBody(stream, { ...limits, declaredBytes: 11 })).toBe("cut-short");
  });

  test("whose connection breaks is cut short", async () => {
    expect(await readBody(streamOf(Buffer.alloc(10), "error"), limits)).toBe("cut-short");
  });

  test("that lasts too long is too slow", async () => {
    const stream = streamOf(Buffer.alloc(10), "stall");
    expect(await readBody(stream, { ...limits, timeoutMs: 50 })).toBe("too-slow");
  });

  test("without a byte is empty", async () => {
    expect(await readBody(streamOf(), limits)).toMatchObject({ bytes: 0, isOversized: false });
  });
});
