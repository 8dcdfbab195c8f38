import { texts } from "@/lib/language/texts";

/** What answers to links say, which a browser shows as they are. */
export const answerTexts = texts("answers", {
  bytesDropped: "This delivery’s payload is no longer kept.",
  noTranscript: "Transcript not found.",
  noTimes: "This transcript has no times.",
});
