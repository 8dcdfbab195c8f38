import type { Likeness, NameKey, TermChange, TermKey, TermTraits } from "@/lib/vocabulary/schema";
import type { ChangeAnswer } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";

/** What an administrator can do about names. */
export type NameActions = {
  name: (key: NameKey, name: string, isMergeMeant: boolean) => Promise<ChangeAnswer>;
  describe: (key: NameKey, traits: TermTraits) => Promise<ChangeAnswer>;
  reset: (key: NameKey) => Promise<ChangeAnswer>;
  move: (key: TermKey, before: string | null) => Promise<ChangeAnswer>;
  resetOrder: (field: VocabularyField) => Promise<ChangeAnswer>;
  distinguish: (likeness: Likeness, areDistinct: boolean) => Promise<void>;
  undo: (change: TermChange) => Promise<boolean>;
};
