import type { Colour } from "./colours";
import type { VocabularyField } from "./vocabulary-field";

/** What people said of a value; null: nothing. */
export type TermView = {
  displayName: string | null;
  /** Null: the automatic one. */
  colour: Colour | null;
  group: string | null;
  /** Values with a position stand first, the least on top. */
  position: number | null;
};

/** What is said of the values of each field; values that nobody named are in none. */
export type VocabularyView = Record<VocabularyField, ReadonlyMap<string, TermView>>;

/** A value as the settings show it. */
export type ListedTermView = TermView & {
  value: string;
  /** Null: not counted yet. */
  calls: number | null;
};

export type TermListView = {
  /** In the order in which they are shown everywhere. */
  terms: ListedTermView[];
  /** How many more values there are, with fewer calls than these; null: not known, but some. */
  more: number | null;
};
