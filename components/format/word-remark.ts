import { translateStored } from "@/lib/language/translate-stored";
import { remarkTexts } from "./remark-texts.en";

/** What reading an event remarked, in the language of who looks; in English what nobody has translated. */
export function wordRemark(message: string): string {
  return translateStored(message, remarkTexts().translations);
}
