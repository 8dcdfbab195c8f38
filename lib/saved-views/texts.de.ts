import type { TranslationOf } from "@/lib/language/texts";
import type { savedViewsRoomTexts } from "./store";

export const savedViewsRoom: TranslationOf<typeof savedViewsRoomTexts> = {
  noName: "Geben Sie einen Namen ein.",
  nameTooLong: (most) => `Verwenden Sie höchstens ${most} Zeichen.`,
  tooManyFilters: "Diese Liste hat zu viele Filter, um gespeichert zu werden.",
  refused: {
    "not-found": "Diese Ansicht gibt es nicht mehr.",
    "not-allowed": "Nur Administratoren und wer sie angelegt hat, können diese Ansicht ändern.",
    "no-room": "Für weitere Ansichten ist kein Platz. Löschen Sie eine, die Sie nicht brauchen.",
    "name-taken": "Eine Ansicht mit diesem Namen gibt es schon. Wählen Sie einen anderen.",
  },
};
