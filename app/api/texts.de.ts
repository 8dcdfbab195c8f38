import type { TranslationOf } from "@/lib/language/texts";
import type { answerTexts } from "./texts.en";

export const answers: TranslationOf<typeof answerTexts> = {
  bytesDropped: "Die Bytes dieser Zustellung werden nicht mehr aufbewahrt.",
  noTranscript: "Dieses Transkript gibt es nicht.",
  noTimes: "Dieses Transkript hat keine Zeiten.",
};
