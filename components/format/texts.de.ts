import type { TranslationOf } from "@/lib/language/texts";
import { numberFormat } from "./intl";
import type { formatTexts } from "./texts.en";

const count = numberFormat();

export const format: TranslationOf<typeof formatTexts> = {
  calls: (n) => `${count.format(n)} ${n === 1 ? "Anruf" : "Anrufe"}`,
  moreThan: (calls, estimate) =>
    `mehr als ${calls}${estimate === null ? "" : `, etwa ${estimate}`}`,
  underMegabytes: (size) => `weniger als ${size} MB`,
  underMilliseconds: "unter 1 ms",
  spelled: {
    hours: (n) => `${n} ${n === 1 ? "Stunde" : "Stunden"}`,
    minutes: (n) => `${n} ${n === 1 ? "Minute" : "Minuten"}`,
    seconds: (n) => `${n} ${n === 1 ? "Sekunde" : "Sekunden"}`,
  },
  length: {
    seconds: (n) => `${n} s`,
    minutes: (n) => `${n} min`,
    hours: (n) => `${n} h`,
    days: (n) => `${n} ${n === 1 ? "Tag" : "Tage"}`,
  },
  days: {
    is: ":",
    from: "ab",
    until: "bis",
    fromTo: (from, to) => `${from} bis ${to}`,
  },
  presets: {
    today: "Heute",
    yesterday: "Gestern",
    last7Days: "Letzte 7 Tage",
    last30Days: "Letzte 30 Tage",
    thisMonth: "Dieser Monat",
  },
  noName: "Ohne Namen",
  notKnown: "Unbekannt",
  yes: "Ja",
  no: "Nein",
  incomplete: (fields) =>
    fields === 1
      ? "Unvollständig: 1 Feld fehlt oder ist nicht lesbar"
      : `Unvollständig: ${fields} Felder fehlen oder sind nicht lesbar`,
  notCorrect: "Nicht korrekt",
  notCorrectAside: "(nicht korrekt)",
};
