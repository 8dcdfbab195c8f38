import type { TranslationOf } from "@/lib/language/texts";
import type { callingServiceTexts } from "./connection-facts";

export const callingService: TranslationOf<typeof callingServiceTexts> = {
  state: "Zustand",
  states: {
    "never-tried": "Noch nicht versucht",
    working: "Funktioniert",
    failing: "Schlägt fehl",
  },
  address: "Adresse",
  token: "Token",
  goodUntil: (at) => `Gültig bis ${at}; wird bei Bedarf erneuert`,
  noToken: "Keines vorhanden; es wird bei Bedarf geholt",
  lastToken: "Letztes Token",
  noneSinceStart: "Keines seit dem Start von Earshot",
  lastFailure: "Letzter Fehler",
  triedAgain: (at, from) => `${at}; neuer Versuch bei Bedarf ab ${from}`,
  workedSince: (at) => `${at}; seitdem funktioniert es`,
  noFailure: "Keiner seit dem Start von Earshot",
  test: "Verbindung testen",
  testing: "Wird getestet …",
  works: "Die Verbindung funktioniert",
  doesNotWork: "Die Verbindung funktioniert nicht",
  notConnected: "Nicht verbunden",
  notConnectedText:
    "Aufnahmen kommen weiterhin an, aber geschütztes Audio lässt sich noch nicht abspielen.",
  setThese: "Setzen Sie diese in der Umgebung oder in {file} und starten Sie Earshot neu.",
  urlText: "Die Adresse des Dienstes, etwa {example}",
  keyText: "Der API-Schlüssel des Kontos. Er bleibt auf dem Server.",
  timeZoneText: "Optional: die Zeitzone für Zeitstempel ohne Zone, etwa {example}",
};
