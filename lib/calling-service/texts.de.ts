import type { TranslationOf } from "@/lib/language/texts";
import type { connectionTexts } from "./request-token";

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
