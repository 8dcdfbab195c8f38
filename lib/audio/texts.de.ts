import type { TranslationOf } from "@/lib/language/texts";
import type { soundCheckTexts } from "./kept/check-sound";
import type { audioRoomTexts } from "./source/answer-audio";

const files = { audio: "Das Audio", roster: "Die Kundenliste" };
const inside = { audio: "das Audio", roster: "die Kundenliste" };
const ofFile = { audio: "des Audios", roster: "der Kundenliste" };
const names = { audio: "Audio", roster: "Kundenliste" };

export const audioRoom: TranslationOf<typeof audioRoomTexts> = {
  fileFaults: {
    "not-found": (kind) => `Der Anrufdienst hat ${inside[kind]} nicht mehr.`,
    unreachable: (kind) => `${files[kind]} ließ sich nicht abrufen.`,
    timeout: (kind) => `Der Host ${ofFile[kind]} hat nicht rechtzeitig geantwortet.`,
    refused: (kind) => `Der Host hat den Zugriff verweigert: ${names[kind]}.`,
    "address-forbidden": (kind) =>
      `${files[kind]} liegt an einer Adresse, die nicht abgerufen werden darf. AUDIO_HOSTS nennt die erlaubten Hosts; ohne diese Angabe sind es die, die im öffentlichen Internet über HTTPS antworten.`,
    "wrong-type": (kind) => `Die abgerufene Datei hat nicht den richtigen Typ: ${names[kind]}.`,
    "too-large": (kind) => `${files[kind]} überschreitet die Größengrenze von Earshot.`,
    "not-connected": (kind) =>
      `Ohne gültige Verbindung zum Anrufdienst lässt sich ${inside[kind]} nicht abrufen.`,
  },
  rangeOutside: "Der Bereich liegt außerhalb des Audios.",
};

export const soundChecks: TranslationOf<typeof soundCheckTexts> = {
  length: "Über eine Minute länger oder kürzer als die verbrauchten Minuten",
  silent: "Nichts ist lauter als Leitungsrauschen (−36 dBFS)",
  near_silent: "Weniger als 5 % sind lauter als Leitungsrauschen (−36 dBFS)",
  one_sided: "Einer von zwei Kanälen ist zu mindestens 98 % stumm",
  same_sound: "Dieselbe Datei, Byte für Byte, wie bei einem anderen Anruf",
  wrong_number_talk: "Die Nummer gilt als falsch, das Audio dauert eine Minute oder länger",
  unanswered: "Laut Status nahm niemand ab, das Audio dauert 10 s oder länger",
  source_gone: "Der Anrufdienst hat die Datei nicht mehr",
};
