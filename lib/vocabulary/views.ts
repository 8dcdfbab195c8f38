import type { Colour, TermChange } from "./schema";
import type { MergeSuggestion } from "./suggest-merges";

/** The fields whose values are learned from the calls and named by people. */
export const vocabularyFields = ["status", "campaign"] as const;

export type VocabularyField = (typeof vocabularyFields)[number];

/** What people said of a value; null: nothing. */
export type TermView = {
  displayName: string | null;
  /** Null: the automatic one. */
  colour: Colour | null;
  group: string | null;
  /** Values with a position stand first, the least on top. */
  position: number | null;
};

/**
 * What is said of the values of each field. Values of which nothing is said are in none, unless
 * another value has been given their name.
 */
export type VocabularyView = Record<VocabularyField, ReadonlyMap<string, TermView>> & {
  /** The automatic colours of statuses, of those that have one yet. */
  statusColours: ReadonlyMap<string, Colour>;
};

/** A value as the settings know it. */
export type ListedTermView = TermView & {
  value: string;
  /** Null: not counted yet. */
  calls: number | null;
};

/** A name as the settings show it, with all the values that have it; what is said holds for all. */
export type ListedNameView = Omit<TermView, "displayName"> & {
  name: string;
  /** The one that stands for all of them first. */
  values: { value: string; calls: number | null }[];
  /** The colour that it has by itself; null: none, or not yet. */
  automatic: Colour | null;
  /** Of all its values; null: not counted yet. */
  calls: number | null;
  /** Whether anything was said of it. */
  isNamed: boolean;
};

export type NameListView = {
  /** In the order in which they are shown everywhere. */
  names: ListedNameView[];
  /** How many more values there are, with fewer calls than these; null: not known, but some. */
  more: number | null;
  suggestions: MergeSuggestion[];
};

/** What became of a change. Who is asked, because other values have the name, says that they mean it. */
export type ChangeAnswer =
  | { outcome: "done"; change: TermChange }
  | { outcome: "refused"; fault: string }
  | { outcome: "asks"; values: string[] };
