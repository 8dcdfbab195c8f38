import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { type Locale, requestLocale } from "./locale";
import { localeOf } from "./pick-locale";

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
