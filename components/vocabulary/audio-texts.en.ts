import { texts } from "@/lib/language/texts";

/** What a row adds to the words about its audio. */
export const rowAudioTexts = texts("rowAudio", {
  isProtected: (words: string) => `${words}, protected from deletion`,
  isHeldUp: (words: string) => `${words}: the quota is reached`,
});
