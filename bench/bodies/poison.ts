import { makeCallRecord, toDocument } from "./call-record";

/** Events that can't become a recording, each in another way and as large as the healthy ones. */
export function makePoison(prefix: string, n: number): Buffer {
  const record = makeCallRecord(`${prefix}-poison-${n}`, n);
  const whole = JSON.stringify(toDocument(record));
  const spoil = kinds[n % kinds.length] ?? String;
  const spoilt = spoil(whole);
  return typeof spoilt === "string" ? Buffer.from(spoilt) : spoilt;
}

const kinds: ((whole: string) => string | Buffer)[] = [
  (whole) => whole.slice(0, -40),
  (whole) => whole.replace(/"id":"/, '"id":"\\u0000'),
  (whole) => whole.replace(/"id":"[^"]+"/, '"id":1e400'),
  (whole) => whole.replace(/"id":"/, `"id":"${"漢".repeat(3_000)}`),
  (whole) => whole.replace(/"id":"[^"]+"/, (id) => `${id},"id":"another"`),
  (whole) => `${"[".repeat(5_000)}${whole}${"]".repeat(5_000)}`,
  (whole) => whole.replaceAll(/"(?:call_sid|created_at|status)":"[^"]+"/g, '"x":1'),
  (whole) => Buffer.from(whole, "utf16le"),
];
