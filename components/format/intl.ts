import { currentLocale, type Locale } from "@/lib/language/texts";

export type NumberFormat = { format: (value: number | bigint) => string };
type DateFormat = {
  format: (date: Date) => string;
  formatRange: (from: Date, to: Date) => string;
};

/** Numbers as they are written where the reader is; the same on server and client. */
export function numberFormat(options?: Intl.NumberFormatOptions): NumberFormat {
  const formatOf = keepByLocale(
    (locale) => new Intl.NumberFormat(toWriting(locale, options), options),
  );
  return { format: (value) => withPlainSigns(formatOf().format(value)) };
}

/** Days and times as they are written where the reader is; the same on server and client. */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  const formatOf = keepByLocale(
    (locale) => new Intl.DateTimeFormat(locale, toClock(options, locale)),
  );
  return {
    format: (date) => withPlainSigns(formatOf().format(date)),
    formatRange: (from, to) => withPlainRange(withPlainSigns(formatOf().formatRange(from, to))),
  };
}

/** Hours are shown in two digits from 00 to 23, or as "2:03 PM" where people count to twelve. */
function toClock(options: Intl.DateTimeFormatOptions, locale: Locale): Intl.DateTimeFormatOptions {
  if (options.hour === undefined && options.timeStyle === undefined) return options;
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  if (!hour12) return { ...options, hourCycle: "h23" };
  return options.hour === undefined ? options : { ...options, hour: "numeric" };
}

/** Making a formatter costs more than fifty uses of it. */
function keepByLocale<Format>(make: (locale: Locale) => Format): () => Format {
  const made = new Map<Locale, Format>();
  return () => {
    const locale = currentLocale();
    const format = made.get(locale) ?? make(locale);
    made.set(locale, format);
    return format;
  };
}

/**
 * What browsers and servers of different ages write in different ways is written in one here: what a
 * server has drawn must be what the browser draws.
 */
function withPlainSigns(text: string): string {
  return text.replace(/[\u2009\u202f]/g, " ").replace(/(?<=\d)'(?=\d)/g, "’");
}

/** Days of one month in British English: "3–4 Jan", in some "3 – 4 Jan". */
function withPlainRange(text: string): string {
  return text.replace(/^(\d{1,2}) – (?=\d{1,2} )/, "$1–");
}

/** British English abbreviates 20,000 as "20K" or as "20k"; Irish English always by the first. */
function toWriting(locale: Locale, options: Intl.NumberFormatOptions | undefined): Locale {
  return locale === "en-GB" && options?.notation === "compact" ? "en-IE" : locale;
}
