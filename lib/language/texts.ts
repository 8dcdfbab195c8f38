import { processWide } from "@/lib/platform/process/process-wide";
import { currentLanguage, type Language } from "./locale";

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
