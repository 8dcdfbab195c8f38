import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { decodeEntry, encodeEntry } from "../journal/journal";
import { toNewEntry } from "../journal/test-entry";
import { readBody } from "./accept-delivery";

test.each<[string, number[], number | null, string]>([
  ["as long as declared", [70_000, 1, 60_000], 130_001, "192.0.2.1"],
  ["shorter than the first piece", [70_000, 60_000], 10, "192.0.2.1"],
  ["longer than declared", [70_000, 20_000, 40_000, 5], 100_000, "192.0.2.1"],
  ["of no declared length", [70_000, 60_000], null, "192.0.2.1"],
  ["with more facts than there is room for", [10, 70_000], 70_010, "x".repeat(20_000)],
])(
  "a body in pieces, %s, becomes the entry that it is in one piece",
  async (_, sizes, declaredBytes, remoteAddress) => {
    const pieces = sizes.map((size, n) => Buffer.alloc(size, n + 1));
    const body = Buffer.concat(pieces);
    const read = await readBody(Readable.from(pieces), {
      maxBytes: 1_000_000,
      timeoutMs: 10_000,
      declaredBytes,
    });
    if (typeof read === "string") throw new Error(read);
    expect(read).toMatchObject({
      bytes: body.length,
      sha256: createHash("sha256").update(body).digest("hex"),
    });
    const facts = { ...toNewEntry(""), remoteAddress, acceptedSeq: 7n, deliveryId: "D" };
    const encoded = encodeEntry({ ...facts, body: read.body });
    expect(encoded.equals(encodeEntry({ ...facts, body }))).toBe(true);
    const kept = decodeEntry(7n, encoded);
    expect(kept).toMatchObject({ kind: "delivery", remoteAddress });
    for (const one of [kept.body, read.body]) expect(one.equals(body)).toBe(true);
  },
);
