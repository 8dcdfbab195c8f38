import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import {
  defaultLocale,
  findLocale,
  type Locale,
  localeCookie,
  parseLocale,
  requestLocale,
} from "./texts";

/**
 * From then on whatever answers a request of this process, however deep, knows the locale of who
 * asked. It listens to the server itself, so that it is so under `next start` too.
 */
export function keepRequestLocale(): void {
  const storage = new AsyncLocalStorage<Locale>();
  const { find } = requestLocale();
  requestLocale().find = () => storage.getStore() ?? find();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    storage.enterWith(localeOf(request.headers));
  });
}

/** Of a request: a choice goes first, then what the browser asks for most, and then British English. */
export function localeOf(headers: IncomingHttpHeaders): Locale {
  const chosen = headers.cookie?.match(new RegExp(`(?:^|; *)${localeCookie}=([^;]*)`))?.[1];
  return parseLocale(chosen) ?? mostWanted(headers["accept-language"] ?? "");
}

/** @param header such as "de-CH,de;q=0.9,en;q=0.8" */
function mostWanted(header: string): Locale {
  const wanted = header
    .slice(0, 1_000)
    .split(",")
    .map((part) => {
      const [tag = "", quality] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { tag } of wanted) {
    const locale = findLocale(tag);
    if (locale) return locale;
  }
  return defaultLocale;
}
