import type { TranslationOf } from "@/lib/language/texts";
import type { figuresTexts } from "./compare-figures";

export const figures: TranslationOf<typeof figuresTexts> = {
  figures: "Kennzahlen",
  calls: "Anrufe",
  minutes: "Minuten",
  average: "Mittlere Dauer",
  success: "Erfolgsquote",
  lengthInMinutes: (minutes) => `${minutes} Min.`,
  points: (points) => `${points} PP`,
  before: (figure, days) => `${figure} (${days})`,
  unchanged: "unverändert",
  up: "gestiegen um",
  down: "gesunken um",
  from: (former) => `gegenüber ${former}`,
  changeSuccess: "Ändern, was als Erfolg zählt",
  chooseSuccess: "Einrichten, was als Erfolg zählt",
  setUp: "Einrichten",
  explanation: "Anrufe mit diesen Status zählen als Erfolg, für alle.",
  saving: "Wird gespeichert …",
  save: "Speichern",
};
