/** The fields whose values are learned from the calls and named by people. */
export const vocabularyFields = ["status", "campaign"] as const;

export type VocabularyField = (typeof vocabularyFields)[number];
