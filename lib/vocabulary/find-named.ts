import { foldText } from "@/lib/recordings/record/search-text";
import type { TermView } from "./views";

/** The values whose display name has every one of these words; without words none. */
export function findNamed(terms: ReadonlyMap<string, TermView>, words: string): string[] {
  const sought = foldText(words).split(/\s+/u).filter(Boolean);
  if (sought.length === 0) return [];
  return [...terms].flatMap(([value, { displayName }]) => {
    const name = foldText(displayName ?? "");
    return sought.every((word) => name.includes(word)) ? [value] : [];
  });
}
