import { afterEach, expect, test, vi } from "vitest";
import { type Locale, requestLocale } from "@/lib/language/texts";
import { dateFormat, numberFormat } from "./intl";

const { find } = requestLocale();
afterEach(() => {
  requestLocale().find = find;
  vi.restoreAllMocks();
});

function readIn(locale: Locale): void {
  requestLocale().find = () => locale;
}

test.each([
  ["en-GB", "1.5K, 20K, 1.3M"],
  ["en-US", "1.5K, 20K, 1.3M"],
  ["de-DE", "1500, 20.000, 1,3 Mio."],
] as const)("large numbers are short in %s alike on every server and browser", (locale, text) => {
  readIn(locale);
  const format = numberFormat({ notation: "compact" });
  expect([1_500, 20_000, 1_250_000].map((value) => format.format(value)).join(", ")).toBe(text);
});

// What the same version of a language is written like by servers and browsers of different ages.
test.each([
  ["20'000", "20’000"],
  ["20’000", "20’000"],
  ["1\u202f234", "1 234"],
  ["1,234", "1,234"],
])("%j is written as %j", (given, text) => {
  const prototype: { format: unknown } = Intl.NumberFormat.prototype;
  vi.spyOn(prototype, "format", "get").mockReturnValue(() => given);
  expect(numberFormat().format(1)).toBe(text);
});

test.each([
  ["3 – 4 Jan", "3–4 Jan"],
  ["3\u2009–\u20094 Jan 2026", "3–4 Jan 2026"],
  ["3–4 Jan", "3–4 Jan"],
  ["30 Dec 2026 – 2 Jan 2027", "30 Dec 2026 – 2 Jan 2027"],
  ["30 Nov – 2 Dec", "30 Nov – 2 Dec"],
  ["Jan 3 – 4, 2026", "Jan 3 – 4, 2026"],
])("the days %j are written as %j", (given, text) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "formatRange").mockReturnValue(given);
  const format = dateFormat({ day: "numeric", month: "short" });
  expect(format.formatRange(new Date(), new Date())).toBe(text);
});
