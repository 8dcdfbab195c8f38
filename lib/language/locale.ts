import { processWide } from "@/lib/platform/process/process-wide";

/** Where Earshot speaks a language, and how days, times and numbers are written there. */
export const locales = [
  ...(["en-GB", "en-US", "en-AU", "en-CA", "en-IE", "en-IN", "en-NZ", "en-ZA"] as const),
  ...(["de-DE", "de-AT", "de-CH"] as const),
] as const;
export type Locale = (typeof locales)[number];

export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

export const defaultLocale: Locale = "en-GB";
export const localeCookie = "earshot-locale";

/** The locale itself; undefined for anything else. */
export function parseLocale(value: string | null | undefined): Locale | undefined {
  return locales.find((locale) => locale === value);
}

/** What the browser keeps as the choice, whatever it is. */
export function readLocaleCookie({ cookie }: { cookie?: string | undefined }): string | undefined {
  return cookie?.match(new RegExp(`(?:^|; *)${localeCookie}=([^;]*)`))?.[1];
}

/** A choice goes first, then what the browser asks for most, and then British English. */
export function pickLocale(chosen: string | undefined, acceptLanguage: string | undefined): Locale {
  return parseLocale(chosen) ?? (acceptLanguage ? mostWanted(acceptLanguage) : defaultLocale);
}

/** @param header such as "de-CH,de;q=0.9,en;q=0.8" */
function mostWanted(header: string): Locale {
  const wanted = header
    .slice(0, 1_000)
    .split(",")
    .map((part) => {
      const [tag = "", quality] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    const locale =
      locales.find((known) => known.toLowerCase() === tag) ??
      locales.find((known) => languageOf(known) === tag.split("-")[0]);
    if (locale) return locale;
  }
  return defaultLocale;
}

export function languageOf(locale: Locale): Language {
  return languages.find((language) => locale.startsWith(language)) ?? "en";
}

/** Of who looks: in a browser what the page is written in, on a server what its request asked for. */
export function currentLocale(): Locale {
  if (typeof document === "undefined") return requestLocale().find();
  // A document that tells of a failure says nothing of its language.
  pageLocale ??=
    parseLocale(document.documentElement.lang) ??
    pickLocale(readLocaleCookie(document), navigator.languages.join(","));
  return pageLocale;
}

/** A page has one from its first to its last moment. */
let pageLocale: Locale | undefined;

export function currentLanguage(): Language {
  return languageOf(currentLocale());
}

/** Outside a request nobody has asked for anything. `keepRequestLocale` replaces it. */
export const requestLocale = processWide("earshotRequestLocale", () => ({
  find: (): Locale => defaultLocale,
}));
