import { countFormat } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { retentionTexts } from "./texts.en";

export const retention: TranslationOf<typeof retentionTexts> = {
  keepPayloads: "Rohe Payloads aufbewahren",
  keepFor: "für",
  daysField: "Tage",
  keepDays: "Tage",
  keepForever: "dauerhaft",
  save: "Speichern",
  saving: "Wird gespeichert …",
  saved: "Gespeichert.",
  deletesNow: (days, size) =>
    `Damit werden jetzt rohe Payloads von ${countOf(days, "Tag", "Tagen")} gelöscht: etwa ${size}`,
  cannotRestore:
    "Sie lassen sich nicht wiederherstellen, und diese Zustellungen nicht neu verarbeiten. Ihre Anrufe und Kunden bleiben.",
  cannotRestoreBut: (heldBack) =>
    `Sie lassen sich nicht wiederherstellen, und diese Zustellungen nicht neu verarbeiten. Ihre Anrufe und Kunden bleiben, ebenso die Bytes von ${countOf(heldBack, "zurückgestellten Zustellung", "zurückgestellten Zustellungen")}.`,
  keepAndDrop: (kept, dropped) =>
    `${kept} Tage behalten und ${countOf(dropped, "Tag", "Tage")} löschen`,
  days: "Tage",
  size: "Größe",
  oldestDay: "Ältester Tag",
  noneYet: "Noch keiner",
  lastCleanup: "Letztes Aufräumen",
  underWay: "Läuft",
  faults: {
    "all that is kept would be over the limit; nothing goes until a newer event came":
      "alles wäre zu alt; nichts wird gelöscht, bis ein neueres Ereignis eintrifft",
    "all audio would be too old; none goes until a newer event came":
      "alles Audio wäre zu alt; keines wird gelöscht, bis ein neueres Ereignis eintrifft",
    "the clocks of this server and its database differ by {} minutes":
      "die Uhren dieses Servers und seiner Datenbank gehen um {} Minuten auseinander",
    "{}; {}": "{}; {}",
    "{}: in use": "{}: in Benutzung",
    "at most {} days go at a time": "höchstens {} Tage auf einmal",
    "it was broken off": "der Lauf wurde abgebrochen",
    "the clock moved on by days since the last run; none goes for {} hours":
      "die Uhr ist seit dem letzten Lauf um Tage vorgerückt; {} Stunden lang wird nichts gelöscht",
    "{} removed files are still in their store":
      "{} entfernte Dateien liegen noch in ihrem Speicher",
    "{} files can't be read": "{} Dateien sind nicht lesbar",
  },
  notAllGone: (fault) =>
    `Nicht alles konnte gelöscht werden: ${fault}. Wird stündlich erneut versucht.`,
  dayByDay: "Tag für Tag",
  dayInUtc: "Tag in UTC",
  stillNeeded: "Noch gebraucht",
  olderDays: (days) =>
    days === 1 ? "Und 1 älterer Tag. " : `Und ${countFormat.format(days)} ältere Tage. `,
  inNoDay: (size) => `${size} gehören zu keinem eigenen Tag.`,
};

function countOf(number: number, one: string, many: string): string {
  return `${countFormat.format(number)} ${number === 1 ? one : many}`;
}
