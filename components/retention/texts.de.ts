import { counted, countFormat, formatBounded, formatSize } from "@/components/format/numbers";
import type { TranslationOf } from "@/lib/language/texts";
import type { retentionAudioTexts, retentionTexts } from "./texts.en";

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
    `Damit werden jetzt rohe Payloads von ${counted(days, "Tag", "Tagen")} gelöscht: etwa ${size}`,
  cannotRestore:
    "Sie lassen sich nicht wiederherstellen, und diese Zustellungen nicht neu verarbeiten. Ihre Anrufe und Kunden bleiben.",
  cannotRestoreBut: (heldBack) =>
    `Sie lassen sich nicht wiederherstellen, und diese Zustellungen nicht neu verarbeiten. Ihre Anrufe und Kunden bleiben, ebenso die Bytes von ${counted(heldBack, "zurückgestellten Zustellung", "zurückgestellten Zustellungen")}.`,
  keepAndDrop: (kept, dropped) =>
    `${kept} Tage behalten und ${counted(dropped, "Tag", "Tage")} löschen`,
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
  byPeriod: "Nach Zeiträumen",
  daysInUtc: "Tage in UTC",
  stillNeeded: "Noch gebraucht",
  olderPeriods: (periods) => `Und ${counted(periods, "älterer Zeitraum", "ältere Zeiträume")}. `,
  inNoPeriod: (size) => `${size} gehören zu keinem dieser Zeiträume.`,
};

const calls = (count: number) => counted(count, "Anruf", "Anrufe");
const ofCalls = (count: number) => counted(count, "Anruf", "Anrufen");
const files = (count: number) => counted(count, "Datei", "Dateien");

export const retentionAudio: TranslationOf<typeof retentionAudioTexts> = {
  title: "Audio",
  description:
    "Earshot bewahrt eine Kopie des Audios jedes Anrufs auf. Ein Kontingent hält den Abruf an und löscht nichts; eine Aufbewahrungsdauer löscht, was länger aufbewahrt wurde. Geschützte Anrufe behalten ihr Audio.",
  notKept: "Audio wird hier nicht aufbewahrt: AUDIO_STORE ist none.",
  quota: "Kontingent",
  quotaHint: "Leer lassen für unbegrenzt.",
  gigabytes: "GB",
  keepFor: "Audio aufbewahren für",
  keepHint: "Gezählt ab dem Abruf der Datei. Leer lassen, um es für immer aufzubewahren.",
  days: "Tage",
  save: "Speichern",
  saving: "Wird gespeichert …",
  saved: "Gespeichert.",
  quotaFault:
    "Geben Sie eine Zahl von 0,001 bis 1000000 GB ohne Tausendertrennzeichen ein oder lassen Sie das Feld leer.",
  daysFault: "Geben Sie eine ganze Zahl von 1 bis 3650 ein oder lassen Sie das Feld leer.",
  counting: "Wird gezählt …",
  noPreview: "Die Vorschau konnte nicht geladen werden. Beim Speichern wird sie erneut gezeigt.",
  removes: (count, bytes, oldest) =>
    `Entfernt das Audio von ${ofCalls(count)} (${formatSize(bytes)}), das älteste vom ${oldest}`,
  removesNothing: "Entfernt jetzt nichts.",
  removesAtLeast: (count, bytes, oldest) =>
    `Entfernt das Audio von mehr als ${ofCalls(count)} (mindestens ${formatSize(bytes)}), das älteste vom ${oldest}`,
  removesMany: "Entfernt mehr, als sich in wenigen Sekunden zählen lässt.",
  keepsProtected: (count) =>
    count === 1
      ? "1 geschützter Anruf behält seines"
      : `${countFormat.format(count)} geschützte Anrufe behalten ihres`,
  fits: (bytes) => `Weitere ${formatSize(bytes)} haben Platz.`,
  stops: (bytes) =>
    bytes === 0
      ? "Das Kontingent ist ausgeschöpft: Der Abruf ruht, bis wieder Platz ist. Gelöscht wird nichts."
      : `Schon ${formatSize(bytes)} über dem Kontingent: Der Abruf ruht, bis wieder Platz ist. Gelöscht wird nichts.`,
  keepsAll: "Behält alles Audio.",
  confirmTitle: "Bitte vor dem Speichern prüfen",
  cannotRestore:
    "Gelöschtes Audio lässt sich nur erneut abrufen, solange die Quelle es hat. Anrufe, Notizen und Transkripte bleiben.",
  confirmRemoval: (count) => `Speichern und das Audio von ${ofCalls(count)} entfernen`,
  confirmMany: "Speichern und dieses Audio entfernen",
  confirm: "Trotzdem speichern",
  kept: "Aufbewahrt",
  keptFiles: (count, bytes) => `${files(count)}, ${formatSize(bytes)}`,
  space: "Platz",
  noQuota: "Kein Kontingent",
  spaceLeft: (bytes) => `${formatSize(bytes)} frei`,
  quotaReached: "Kontingent ausgeschöpft",
  quotaReachedHint:
    "Neue Anrufe werden wie sonst angenommen; ihr Audio wartet, bis wieder Platz ist.",
  waiting: "Wartet auf den Abruf",
  protectedCalls: "Vor Löschung geschützt",
  callCount: (count) => (count.isMore ? `${formatBounded(count)} Anrufe` : calls(count.count)),
  removed: "In den letzten 30 Tagen entfernt",
  nothing: "Nichts",
  cleanup: "Zuletzt aufgeräumt",
  verified: "Hashes zuletzt geprüft",
  sources: "Quellen zuletzt gefragt",
  never: "Noch nie",
  notDone: (fault) => `Nicht alles wurde erledigt: ${fault}.`,
  changed: "Grenzen zuletzt geändert",
  neverChanged: "Nie",
  changedBy: (name) => `{at} von ${name || "einem ehemaligen Mitglied"}`,
  damagedTitle: (damaged) =>
    damaged.count === 1
      ? "Der Hash von 1 Datei stimmt nicht mehr"
      : `Die Hashes von ${formatBounded(damaged)} Dateien stimmen nicht mehr`,
  damagedMore: "und weitere; „npm run audio -- verify“ liest jede Datei und nennt alle.",
  damagedHint:
    "Beschädigte Dateien werden beiseitegelegt und nicht abgespielt. Jede wird erneut abgerufen, wenn ihre Quelle sie noch hat.",
  missing: "fehlt",
  changedFile: "verändert",
  lastWhole: "zuletzt heil {at}",
  keepDays: (count) => counted(count, "Tag", "Tage"),
};
