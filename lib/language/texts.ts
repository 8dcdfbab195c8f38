import { processWide } from "@/lib/platform/process/process-wide";

/** Where Earshot speaks a language, and how days, times and numbers are written there. */
export const locales = [
  "en-GB",
  "en-US",
  "en-AU",
  "en-CA",
  "en-IE",
  "en-IN",
  "en-NZ",
  "en-ZA",
  "de-DE",
  "de-AT",
  "de-CH",
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

/** @param tag such as "de-CH", "de" or "sv", in any case; the locale itself, else the first of its language */
export function findLocale(tag: string): Locale | undefined {
  const wanted = tag.toLowerCase();
  return (
    locales.find((locale) => locale.toLowerCase() === wanted) ??
    locales.find((locale) => languageOf(locale) === wanted.split("-")[0])
  );
}

export function languageOf(locale: Locale): Language {
  return languages.find((language) => locale.startsWith(language)) ?? "en";
}

/** Of who looks: in a browser what the page is written in, on a server what its request asked for. */
export function currentLocale(): Locale {
  if (typeof document === "undefined") return requestLocale().find();
  // A document that tells of a failure says nothing of its language.
  pageLocale ??= findLocale(document.documentElement.lang || navigator.language) ?? defaultLocale;
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

/**
 * The texts of a room, in the language of who looks. Never call it while a module is loaded: there
 * is nobody who looks yet.
 * @param name of the room, under which the dictionaries of other languages have it
 * @param english plain strings, and functions where something varies
 */
export function texts<Room extends object>(name: string, english: Room): () => Room {
  return () => translationOf<Room>(name) ?? english;
}

/** What a translator writes for a room: the same names, the same parameters. */
export type TranslationOf<Texts extends () => object> = ReturnType<Texts>;

/** Has these names; what each stands for is found when it is read, in the language of who looks then. */
export function lookUp<Name extends string, Found>(
  names: readonly Name[],
  find: (name: Name) => Found,
): Readonly<Record<Name, Found>> {
  const properties = names.map((name) => [name, { enumerable: true, get: () => find(name) }]);
  return Object.defineProperties({} as Record<Name, Found>, Object.fromEntries(properties));
}

export function addDictionary(language: Language, dictionary: Record<string, object>): void {
  dictionaries().set(language, dictionary);
}

/** Held to the room's type where it is written (`TranslationOf`), and found by its name. */
function translationOf<Room>(name: string): Room | undefined {
  return dictionaries().get(currentLanguage())?.[name] as Room | undefined;
}

const dictionaries = processWide(
  "earshotDictionaries",
  () => new Map<Language, Record<string, object>>(),
);
