import type { TermState } from "@/lib/vocabulary/form-states";
import type { TermKey } from "@/lib/vocabulary/schema";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";

/** What an administrator can do about values. */
export type TermActions = {
  save: (key: TermKey, previous: TermState, form: FormData) => Promise<TermState>;
  reset: (key: TermKey) => Promise<void>;
  move: (key: TermKey, before: string | null) => Promise<void>;
  resetOrder: (field: VocabularyField) => Promise<void>;
};
