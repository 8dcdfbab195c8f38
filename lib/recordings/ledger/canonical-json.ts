import { isLosslessNumber, parse } from "lossless-json";

/**
 * The members of a JSON object, each with one text for all spellings that mean the same: keys in
 * order, `1.0` and `1e0` as `1`.
 */
export function toCanonicalMembers(json: string): Map<string, string> {
  const value = parse(json);
  if (typeof value !== "object" || value === null) return new Map();
  return new Map(Object.entries(value).map(([key, item]) => [key, write(item)]));
}

function write(value: unknown): string {
  if (isLosslessNumber(value)) return writeNumber(value.value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join()}}`;
}

/** All digits that count, as a whole number, and its power of ten. */
function writeNumber(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const counting = digits.replace(/0+$/, "");
  if (counting === "") return "0";
  const power =
    BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - counting.length);
  return power === 0n ? `${sign}${counting}` : `${sign}${counting}e${power}`;
}
