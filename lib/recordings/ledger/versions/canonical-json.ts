import { isLosslessNumber, parse } from "lossless-json";

/**
 * One text for all spellings of a JSON object that mean the same: keys in order, `1.0` and `1e0` as
 * `1`, and without one of its members.
 * @param leaveOut picks it from the keys
 */
export function toCanonicalJson(
  json: string,
  leaveOut: (keys: string[]) => string | undefined,
): string {
  // What JSON.parse reads to the last digit need not be read at a tenth of its speed.
  const value: unknown = mayLoseDigits.test(json) ? parse(json) : JSON.parse(json);
  return isObject(value) ? writeObject(value, leaveOut(Object.keys(value))) : write(value);
}

/** Sixteen digits or more, or a power of ten; within a text they do no harm. */
const mayLoseDigits = /[\d.]{16}|\d[eE][+-]?\d/;

function write(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (isLosslessNumber(value)) return writeNumber(value.value);
  return writeObject(value as Readonly<Record<string, unknown>>);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function writeObject(value: Readonly<Record<string, unknown>>, without?: string): string {
  let written = "";
  for (const key of Object.keys(value).sort()) {
    if (key === without) continue;
    written += `${written && ","}${JSON.stringify(key)}:${write(value[key])}`;
  }
  return `{${written}}`;
}

/** Up to fifteen digits a number is the only one of its text; beyond, its digits and power are. */
function writeNumber(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const counting = digits.replace(/0+$/, "");
  if (counting === "") return "0";
  const power = Number(exponent) - fraction.length + digits.length - counting.length;
  if (counting.length <= 15 && Math.abs(power) < 280) return String(Number(number));
  return `${sign}${counting}e${power}`;
}
