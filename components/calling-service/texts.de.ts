import type { connectionTexts } from "@/lib/calling-service/request-token";
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

export const serviceConnection: TranslationOf<typeof connectionTexts> = {
  newToken: "Der Anrufdienst hat ein neues Token ausgestellt.",
  notConfigured:
    "Setzen Sie CALLING_SERVICE_URL und CALLING_SERVICE_API_KEY und starten Sie Earshot neu.",
  keyRefused: (status) =>
    `Der Anrufdienst hat den API-Schlüssel abgelehnt (HTTP ${status}). Prüfen Sie CALLING_SERVICE_API_KEY.`,
  unreachable: {
    refused: "Der Anrufdienst hat die Verbindung abgelehnt.",
    dns: "Der Hostname des Anrufdienstes ließ sich nicht auflösen.",
    tls: "Es kam keine sichere Verbindung zum Anrufdienst zustande: Sein Zertifikat wurde nicht akzeptiert.",
    timeout: "Der Anrufdienst hat nicht innerhalb von 10 Sekunden geantwortet.",
    network: "Die Verbindung zum Anrufdienst ist abgebrochen.",
  },
  status: (status) => `Der Anrufdienst hat die Token-Anfrage mit HTTP ${status} beantwortet.`,
  malformed: {
    "too-large": "Die Antwort auf die Token-Anfrage war viel zu groß.",
    "not-json": "Die Antwort auf die Token-Anfrage war kein JSON.",
    "no-token": "Die Antwort auf die Token-Anfrage enthielt kein brauchbares Token.",
    "no-expiry": "Die Antwort auf die Token-Anfrage enthielt kein lesbares expiresAt.",
  },
  checkAddress: "Prüfen Sie CALLING_SERVICE_URL und ob der Anrufdienst läuft.",
};
