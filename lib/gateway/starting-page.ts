import "server-only";
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { localeOf } from "@/lib/language/request-locale";
import { type Language, type Locale, languageOf } from "@/lib/language/texts";
import { type StoredTranslations, translateStored } from "@/lib/language/translate-stored";
import { type Answer, problemAnswer } from "@/lib/platform/answer";
import { newTopic } from "@/lib/platform/process/topic";

/**
 * What is answered while the web process is away: to people a page that says what is going on and
 * looks again by itself, to monitors the state, to programs a problem.
 */
export function answerWhileStarting(request: IncomingMessage): Answer {
  const locale = localeOf(request.headers);
  const texts = startingTexts[languageOf(locale)];
  const step = translateStored(startStep.last() ?? "Starting the pages again", texts.steps);
  const path = request.url ?? "";
  if (/^\/api\/ready(?:\?|$)/.test(path)) {
    const body = JSON.stringify({
      ready: false,
      reasons: [`${starting}${step}`],
      journal: null,
      totals: null,
      clock: null,
    });
    return { status: 503, headers: { "Content-Type": "application/json", ...later }, body };
  }
  const isForPeople = /\btext\/html\b/.test(request.headers.accept ?? "");
  if (!isForPeople) return problemAnswer(503, "starting", { detail: step, headers: later });
  return { status: 503, headers: { ...pageHeaders, ...later }, body: toPage(step, locale) };
}

const starting = "starting: ";
const refreshSeconds = 2;
const later = { "Retry-After": String(refreshSeconds), "Cache-Control": "no-store" };

const style = `
  :root { color-scheme: light dark; --text: #18181b; --muted: #63636e; --ground: #fafafa; --line: #e4e4e7 }
  @media (prefers-color-scheme: dark) {
    :root { --text: #f4f4f5; --muted: #a1a1aa; --ground: #111113; --line: #2e2e33 }
  }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground);
    color: var(--text); font: 15px/1.6 system-ui, sans-serif }
  main { width: min(26rem, calc(100vw - 3rem)) }
  h1 { margin: 0 0 .5rem; font-size: 1.25rem; font-weight: 600; letter-spacing: -.01em }
  p { margin: 0; color: var(--muted) }
  .step { margin: 1.25rem 0; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--text);
    font-variant-numeric: tabular-nums; overflow-wrap: anywhere }`;

/** Tells each step, and opens the page that was asked for once there are pages. */
const script = `
  async function look() {
    const answer = await fetch("/api/ready", { cache: "no-store" }).catch(() => null);
    const [reason = ""] = (await answer?.json().catch(() => null))?.reasons ?? [];
    if (answer && !reason.startsWith("${starting}")) return location.reload();
    if (answer) document.querySelector(".step").textContent = reason.slice("${starting}".length);
    setTimeout(look, 1000);
  }
  setTimeout(look, 1000);
`;

const pageHeaders = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
};

function toPage(step: string, locale: Locale): string {
  const { title, text } = startingTexts[languageOf(locale)];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p class="step" role="status">${escapeHtml(step)}</p>
</main>
<script>${script}</script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** What the start is doing, for strangers too; null once everything runs. */
export const startStep = newTopic("start-step", z.string().nullable());
/** The local socket on which the web process answers. */
export const webPlace = newTopic("web-place", z.string());

type StartingTexts = {
  title: string;
  text: string;
  /** What the start says that it is doing. */
  steps: StoredTranslations;
};

/** The page of a start has its own, since nothing else is there yet. */
const startingTexts: Record<Language, StartingTexts> = {
  en: {
    title: "Earshot is starting",
    text: "Recordings that arrive in the meantime are kept. The dashboard opens here automatically when it’s ready.",
    steps: {},
  },
  de: {
    title: "Earshot startet",
    text: "Aufnahmen, die inzwischen eintreffen, werden aufbewahrt. Diese Seite öffnet sich von selbst, sobald alles bereit ist.",
    steps: {
      Starting: "Wird gestartet",
      Stopping: "Wird beendet",
      Upgrading: "Wird aktualisiert",
      "Starting the pages": "Die Seiten werden gestartet",
      "Starting the pages again": "Die Seiten werden neu gestartet",
      "Starting the database": "Die Datenbank wird gestartet",
      "Waiting for the database": "Warten auf die Datenbank",
      "Migrating the database (step {} of {})": "Die Datenbank wird migriert (Schritt {} von {})",
      "Upgrading the database from PostgreSQL {} to {}":
        "Die Datenbank wird von PostgreSQL {} auf {} gebracht",
      "Upgrading the database from PostgreSQL {} to {}: {}":
        "Die Datenbank wird von PostgreSQL {} auf {} gebracht: {}",
      comparing: "vergleichen",
      "waiting for the operator": "es braucht jemanden, der Earshot betreibt",
      "Building the pages again": "Die Seiten werden neu gebaut",
      "Building the pages, once for this version (about a minute)":
        "Die Seiten werden gebaut, einmal für diese Version (etwa eine Minute)",
      "Building: {} (step {} of {})": "Bauen: {} (Schritt {} von {})",
      "Building: {} (step {} of {}), for {} s now": "Bauen: {} (Schritt {} von {}), seit {} s",
      compiling: "übersetzen",
      "collecting page data": "Seitendaten sammeln",
      "generating static pages": "feste Seiten erzeugen",
      "The pages can't be built. Earshot's output on the server says why":
        "Die Seiten lassen sich nicht bauen. Warum, steht dort, wo Earshot läuft, in seiner Ausgabe",
      "The {} ended before it was ready; restarting it":
        "„{}“ endete, bevor es bereit war; es wird neu gestartet",
    },
  },
};
