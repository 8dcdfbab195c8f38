import "server-only";
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { type Locale, languageOf } from "@/lib/language/locale";
import { localeOf } from "@/lib/language/request-locale";
import { translateStored } from "@/lib/language/translate-stored";
import { type Answer, problemAnswer } from "@/lib/platform/problem";
import { newTopic } from "@/lib/platform/process/topic";
import { startingTexts } from "./starting-texts";

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
