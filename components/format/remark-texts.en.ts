import { texts } from "@/lib/language/texts";

/**
 * What reading an event remarks is stored, and told to programs, in English. Other languages have it
 * under the English form, with `{}` where something varies.
 */
export const remarkTexts = texts("remarks", { translations: {} as Record<string, string> });
