import { deflateSync, gzipSync } from "node:zlib";
import { makeCallRecord, toDocument } from "./call-record";
import type { HostileBody } from "./hostile-bodies";

/** Bodies that are hostile as a whole, whatever their fields. */
export function hostileTexts(): HostileBody[] {
  const whole = (id: string) => JSON.stringify(toDocument(makeCallRecord(`hostile ${id}`, 2)));
  const inside = (id: string, from: string | RegExp, to: string) => whole(id).replace(from, to);
  const texts: [name: string, body: string | Buffer, contentType?: string][] = [
    ["nothing", ""],
    ["a space", " "],
    ["line breaks", "\r\n\r\n"],
    ["one NUL", "\0"],
    ["a megabyte of NUL", Buffer.alloc(1_000_000)],
    ["a megabyte of 0xff", Buffer.alloc(1_000_000, 0xff)],
    ["null", "null"],
    ["true", "true"],
    ["a number", "42"],
    ["1e400", "1e400"],
    ["a text", '"text"'],
    ["an empty list", "[]"],
    ["an empty object", "{}"],
    ["data is null", '{"data":null}'],
    ["data is an empty list", '{"data":[]}'],
    ["data is a list of nulls", '{"data":[null,null]}'],
    ["JSON:API errors", '{"errors":[{"status":"500","title":"oops"}]}'],
    ["only meta", '{"meta":{"page":1}}'],
    ["undefined", "undefined"],
    ["NaN", "NaN"],
    ["an open bracket", "["],
    ["a closing brace", "}"],
    ["100,000 lists", "[".repeat(100_000) + "]".repeat(100_000)],
    ["100,000 objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["100,000 open lists", "[".repeat(100_000)],
    ["a million commas", `[${",".repeat(1_000_000)}]`],
    ["a list of 20,000 nulls", JSON.stringify(Array(20_000).fill(null))],
    ["an object of 20,000 keys", JSON.stringify(Object.fromEntries(twentyThousandKeys()))],
    ["a key of a megabyte", JSON.stringify({ ["k".repeat(1_000_000)]: 1 })],
    ["a text of a megabyte", JSON.stringify({ id: "t".repeat(1_000_000) })],
    ["broken off", whole("broken off").slice(0, 300)],
    ["twice in a row", whole("twice in a row").repeat(2)],
    ["rubbish behind it", `${whole("rubbish behind it")}}}`],
    ["JSON lines", `${whole("line 1")}\n${whole("line 2")}`],
    ["a comma at the end", inside("a comma at the end", /\}$/, ",}")],
    ["a comment", `/* hello */ ${whole("a comment")}`],
    ["single quotes", whole("single quotes").replaceAll('"', "'")],
    ["a byte order mark", `\ufeff${whole("a byte order mark")}`],
    ["two byte order marks", `\ufeff\ufeff${whole("two byte order marks")}`],
    ["UTF-16 LE", Buffer.from(`\ufeff${whole("UTF-16 LE")}`, "utf16le")],
    ["UTF-16 BE", Buffer.from(`\ufeff${whole("UTF-16 BE")}`, "utf16le").swap16()],
    ["Latin 1", Buffer.from(inside("Latin 1", "Ada", "Zoë"), "latin1")],
    ["UTF-8 cut in a character", Buffer.from(`${whole("cut")}ü`).subarray(0, -1)],
    ["overlong UTF-8", Buffer.concat([Buffer.from(whole("overlong")), Buffer.of(0xc0, 0x80)])],
    ["gzip", gzipSync(whole("gzip"))],
    ["deflate", deflateSync(whole("deflate"))],
    ["gzip of ten megabytes of NUL", gzipSync(Buffer.alloc(10_000_000))],
    [
      "a form",
      `payload=${encodeURIComponent(whole("a form"))}`,
      "application/x-www-form-urlencoded",
    ],
    ["parts", `--b\r\n\r\n${whole("parts")}\r\n--b--`, "multipart/form-data; boundary=b"],
    ["parts without a boundary", whole("no boundary"), "multipart/form-data"],
    ["XML", '<?xml version="1.0"?><recording><id>1</id></recording>', "application/xml"],
    ["XML that expands", '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;&a;</x>', "text/xml"],
    ["HTML", "<html><script>alert(1)</script></html>", "text/html"],
    ["a strange content type", whole("a strange type"), "\u00e9\u00e9/;;;=,"],
    ["an unknown charset", whole("an unknown charset"), "application/json; charset=klingon"],
    ["the wrong charset", whole("the wrong charset"), "application/json; charset=utf-16"],
    [
      "the same key twice",
      inside("twice", '"minutes_used":2', '"minutes_used":2,"minutes_used":3'),
    ],
    ["id twice", inside("id twice", '"id":', '"id":"first","id":')],
    ["data twice", '{"data":{"id":"1"},"data":{"id":"2"}}'],
    ["one field in two spellings", inside("spellings", '"status":', '"Status":"x","status":')],
    ["__proto__ as a key", inside("proto", '"data":', '"__proto__":{"admin":true},"data":')],
    ["constructor as a key", inside("constructor", '"data":', '"constructor":{"name":1},"data":')],
    ["toString as a key", inside("toString", '"status":', '"toString":1,"valueOf":2,"status":')],
    ["a key with NUL", inside("NUL key", '"status":', '"a\\u0000b":1,"status":')],
    ["a key of half a surrogate pair", inside("half key", '"status":', '"\\ud800":1,"status":')],
    ["an empty key", inside("empty key", '"status":', '"":1,"status":')],
    ["half a surrogate pair raw", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["a control character raw", inside("control", "Ada", "A\u0007da")],
    ["a hundred records", manyRecords("a hundred", 100)],
    ["the same record a hundred times", JSON.stringify(Array(100).fill(makeCallRecord("same", 3)))],
    ["good and bad mixed", JSON.stringify([makeCallRecord("good beside bad", 4), null, 7, {}])],
    ["extra of 500 levels", inside("levels", '"status":', `"x":${nested(500)},"status":`)],
    [
      "extra of 20,000 digits",
      inside("digits", '"status":', `"x":${"9".repeat(20_000)},"status":`),
    ],
    ["a quarter of a million backslashes", `"${"\\\\".repeat(250_000)}"`],
    ["all escapes", '"\\u0000\\u001f\\b\\f\\n\\r\\t\\/\\\\\\u2028\\u2029"'],
    ["an escape broken off", '"\\u00'],
    ["PostgreSQL COPY end", "\\.\n"],
    [
      "a date without a zone",
      inside("no zone", /"created_at":"[^"]+"/, '"created_at":"2026-11-20 10:00:00"'),
    ],
    [
      "a leap second",
      inside("leap", /"created_at":"[^"]+"/, '"created_at":"2026-12-31T23:59:60Z"'),
    ],
    [
      "the year 294277",
      inside("late", /"created_at":"[^"]+"/, '"created_at":"+294277-01-01T00:00:00Z"'),
    ],
    [
      "before Christ",
      inside("early", /"created_at":"[^"]+"/, '"created_at":"-004713-01-01T00:00:00Z"'),
    ],
  ];
  return texts.map(([name, body, contentType]) => ({ name, body: Buffer.from(body), contentType }));
}

function twentyThousandKeys(): [string, number][] {
  return Array.from({ length: 20_000 }, (_, n) => [`key-${n}`, n]);
}

function manyRecords(name: string, count: number): string {
  const record = (n: number) => makeCallRecord(`hostile ${name} ${n}`, n);
  return JSON.stringify({ data: Array.from({ length: count }, (_, n) => record(n)) });
}

function nested(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}
