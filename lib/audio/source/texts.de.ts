import type { TranslationOf } from "@/lib/language/texts";
import type { audioRoomTexts } from "./texts.en";

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
