import type { TranslationOf } from "@/lib/language/texts";
import type { countTexts } from "./texts.en";

export const recordingCounts: TranslationOf<typeof countTexts> = {
  otherStatuses: (count) => `${count} weitere Status`,
  atMost: (count) => `höchstens ${count}`,
};
