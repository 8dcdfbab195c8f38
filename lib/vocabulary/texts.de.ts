import type { TranslationOf } from "@/lib/language/texts";
import type { vocabularyRoomTexts } from "./views";

export const vocabularyRoom: TranslationOf<typeof vocabularyRoomTexts> = {
  noName: "Geben Sie einen Namen ein.",
  badName: "Das ist kein gültiger Name.",
  badGroup: "Das ist keine gültige Gruppe.",
  tooMany: (most) => `Ein Name kann höchstens ${most} Werte haben.`,
  name: {
    severalLines: "Der Name darf nur aus einer Zeile bestehen.",
    tooLong: (most) => `Der Name darf höchstens ${most} Zeichen haben.`,
  },
  group: {
    severalLines: "Die Gruppe darf nur aus einer Zeile bestehen.",
    tooLong: (most) => `Die Gruppe darf höchstens ${most} Zeichen haben.`,
  },
};
