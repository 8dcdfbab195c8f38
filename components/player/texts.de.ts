import type { TranslationOf } from "@/lib/language/texts";
import type { playerTexts } from "./texts.en";
import type { waveformTexts } from "./waveform";

export const player: TranslationOf<typeof playerTexts> = {
  listen: "Anhören",
  player: "Player",
  play: "Abspielen",
  pause: "Pause",
  previousCall: "Vorheriger Anruf",
  nextCall: "Nächster Anruf",
  back: (seconds) => `${seconds} Sekunden zurück`,
  forward: (seconds) => `${seconds} Sekunden vor`,
  copyMoment: "Link zu dieser Stelle kopieren",
  downloadAudio: "Audio herunterladen",
  beyondEnd: (moment, length) =>
    `Der Link führt zu ${moment}, aber diese Aufnahme ist nur ${length} lang. Sie wird von Anfang an abgespielt.`,
  audioLength: (length) => `Audio ${length}`,
  call: "Anruf",
  closePlayer: "Player schließen",
  speed: "Tempo",
  mute: "Ton aus",
  unmute: "Ton ein",
  volume: "Lautstärke",
  options: "Optionen des Players",
  skipSilence: "Stille überspringen",
  aboutSilence: "Überspringt Pausen in Audio, das Earshot aufbewahrt",
  stopAfter: "Nach diesem Anruf anhalten",
  aboutStopping: "Die nächste Aufnahme wird nicht abgespielt",
  momentLink: "Link zu dieser Stelle",
  endOfList: "Ende der Liste",
  noneAhead: "Die nächsten Anrufe haben kein Audio",
  restNotLoaded: "Die nächsten Anrufe der Liste ließen sich nicht laden.",
  skipped: (call, why) => `${call} übersprungen: ${why}`,
  aCall: "Anruf",
  skippedCalls: (count) => `${count} Anrufe übersprungen, die nicht abspielbar sind`,
  callingService: "Anrufdienst",
  tryAgain: "Erneut versuchen",
  faults: {
    "audio-not-found": {
      title: "Audio nicht gefunden",
      text: "Der Anrufdienst hat an der Adresse, die er für diesen Anruf geschickt hat, keine Datei.",
    },
    "audio-unreachable": {
      title: "Audio nicht erreichbar",
      text: "Der Host des Audios antwortet nicht. Vielleicht ist er gleich wieder da.",
    },
    "audio-timeout": {
      title: "Audio braucht zu lange",
      text: "Der Host des Audios hat nicht rechtzeitig geantwortet. Versuchen Sie es gleich noch einmal.",
    },
    "audio-refused": {
      title: "Audio wird verweigert",
      text: "Der Host des Audios hat den Zugriff verweigert. Prüfen Sie, ob der API-Schlüssel gültig ist.",
    },
    "audio-address-forbidden": {
      title: "Audioadresse nicht erlaubt",
      text: "Die Adresse ist privat, verwendet unverschlüsseltes HTTP, oder ihr Host fehlt in AUDIO_HOSTS.",
    },
    "audio-wrong-type": {
      title: "Keine Audiodatei",
      text: "Der Link führt zu einer Datei, die kein Audio ist.",
    },
    "audio-too-large": {
      title: "Audio zu groß",
      text: "Die Datei überschreitet die Größengrenze von Earshot.",
    },
    "calling-service-not-connected": {
      title: "Anrufdienst nicht verbunden",
      text: "Zum Anhören braucht Earshot einen gültigen API-Schlüssel.",
    },
    "signed-out": {
      title: "Sie wurden abgemeldet",
      text: "Melden Sie sich wieder an und öffnen Sie diesen Anruf dann erneut.",
    },
    unforeseen: {
      title: "Audio nicht geladen",
      text: "Unterwegs ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.",
    },
    unplayable: {
      title: "Audio nicht abspielbar",
      text: "Die Datei ist beschädigt, oder dieser Browser kennt ihr Format nicht. Laden Sie sie herunter.",
    },
    noServer: {
      title: "Earshot nicht erreichbar",
      text: "Der Server antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.",
    },
  },
};

export const waveform: TranslationOf<typeof waveformTexts> = {
  seek: "Springen",
  place: (elapsed, length) => `${elapsed} von ${length}`,
  lengthUnknown: "Länge noch nicht bekannt",
  marker: (label, moment) => `${label}, bei ${moment}`,
  zoomOut: "Verkleinern",
  zoomIn: "Vergrößern",
};
