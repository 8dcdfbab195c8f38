/** A value as JSON text, where JavaScript could not write it. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** What may stand in the place of any value, by name. */
export const hostileValues: [name: string, value: unknown][] = [
  ["null", null],
  ["true", true],
  ["zero", 0],
  ["minus one", -1],
  ["a fraction", 1.5],
  ["2^31", 2 ** 31],
  ["2^53 + 1", new RawJson("9007199254740993")],
  ["1e400", new RawJson("1e400")],
  ["a thousand digits", new RawJson("7".repeat(1_000))],
  ["minus zero", new RawJson("-0")],
  ["no text", ""],
  ["a space", " "],
  ["NUL", "a\u0000b"],
  ["half a surrogate pair", "\ud800"],
  ["the other half", "x\udfff"],
  ["right to left", "\u202egnp.exe"],
  ["3,000 CJK characters", "漢".repeat(3_000)],
  ["SQL", "'; DROP TABLE recording; --"],
  ["HTML", "<script>alert(1)</script>"],
  ["a formula", "=1+1"],
  ["NaN as text", "NaN"],
  ["February 30", "2026-02-30T10:00:00Z"],
  ["year 0", "0000-01-01T00:00:00Z"],
  ["an empty list", []],
  ["a list", ["a", 1, null]],
  ["an empty object", {}],
  ["__proto__", new RawJson('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}')],
  ["200 levels", new RawJson("[".repeat(200) + "]".repeat(200))],
];

/** JSON, with `RawJson` standing for itself. */
export function writeJson(value: unknown): string {
  const raw: string[] = [];
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (!(member instanceof RawJson)) return member;
    return `\u0001raw${raw.push(member.text) - 1}\u0001`;
  });
  return text.replaceAll(/"\\u0001raw(\d+)\\u0001"/g, (_all, index) => raw[Number(index)] ?? "");
}
