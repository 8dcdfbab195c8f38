import { deflateRawSync, inflateRawSync } from "node:zlib";

/** A body as `delivery_body` keeps it: as it came, or packed. */
export type PackedBody = {
  body: Uint8Array;
  /** Null: the bytes are as they came. 1: deflated (RFC 1951) with the dictionary below. */
  packing: number | null;
};

/** Makes a short body shorter, where it pays; PostgreSQL itself compresses what is longer. */
export function packBody(body: Buffer): PackedBody {
  if (body.length < leastBytes || body.length > mostBytes) return { body, packing: null };
  const packed = deflateRawSync(body, { ...sizes, level: 3, dictionary });
  if (packed.length >= 0.9 * body.length) return { body, packing: null };
  // Memory of its own: of what Buffer.from shares, whoever keeps one part keeps the whole.
  const own = Buffer.allocUnsafeSlow(packed.length);
  packed.copy(own);
  return { body: own, packing: 1 };
}

/** The bytes as they came. Throws where they are packed in a way that this version doesn't know. */
export function unpackBody({ body, packing }: PackedBody): Buffer<ArrayBuffer> {
  if (packing === null) return Buffer.from(body);
  if (packing !== 1) throw new Error(`a body is packed in the way ${packing}, which is not known`);
  return Buffer.from(inflateRawSync(body, { dictionary, maxOutputLength: mostBytes }));
}

const leastBytes = 64;
const mostBytes = 16_384;
/** Small ones: bodies are short, and each takes its memory anew. */
const sizes = { windowBits: 12, memLevel: 5, chunkSize: 1_024 };

/**
 * What bodies have in common. Whatever is packed with it can be read with it alone, so it stays as it
 * is; another one would be another way of packing.
 */
const dictionary = Buffer.from(
  [
    "false,true,null,http://wav.csv0123456789@example.net@example.org@gmail.com",
    '","lead","customer","male","female","unknown","failed","busy","no-answer","voicemail"',
    "The caller asked for an appointment and would like to be called back. The customer wants ",
    '{"id":"","minutes_used":,"call_sid":"CA","recording_attachment":"https://.mp3",',
    '"campaign":null,"customer":{"details":{"id":"","first_name":"","last_name":"",',
    '"phone_number":"+1","gender":"female","email":"@example.com","type":"",',
    '"is_confirmed":true,"is_phone_number_correct":false},"roster_attachment":null},',
    '"has_transcript":true,"summary":"","created_at":"2026-01-01T00:00:00.000Z",',
    '"status":"completed"}{"data":{"type":"recordings","id":"","attributes":{"minutes_used":',
  ].join(""),
);
