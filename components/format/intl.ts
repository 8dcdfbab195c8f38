import { currentLocale, type Locale } from "@/lib/language/locale";

export type NumberFormat = { format: (value: number | bigint) => string };
type DateFormat = {
  format: (date: Date) => string;
  formatRange: (from: Date, to: Date) => string;
};

/** Numbers as they are written where the reader is; the same on server and client. */
export function numberFormat(options?: Intl.NumberFormatOptions): NumberFormat {
  const formatOf = keepByLocale((locale) => new Intl.NumberFormat(locale, options));
  return { format: (value) => withPlainSpaces(formatOf().format(value)) };
}

/** Days and times as they are written where the reader is; the same on server and client. */
export function dateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  const formatOf = keepByLocale(
    (locale) => new Intl.DateTimeFormat(locale, toClock(options, locale)),
  );
  return {
    format: (date) => withPlainSpaces(formatOf().format(date)),
    formatRange: (from, to) => withPlainSpaces(formatOf().formatRange(from, to)),
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

/** Browsers and servers of different ages differ in nothing but these. */
function withPlainSpaces(text: string): string {
  return text.replace(/[\u2009\u202f]/g, " ");
}
