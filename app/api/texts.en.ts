import { texts } from "@/lib/language/texts";

/** What answers to links say, which a browser shows as they are. */
export const answerTexts = texts("answers", {
  bytesDropped: "The bytes of this delivery are no longer kept.",
  noTranscript: "There is no such transcript.",
  noTimes: "This transcript has no times.",
});
