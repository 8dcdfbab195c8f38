import { type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "@/bin/check/chromium";
import type { Server } from "../server/server";

/** The cookies by which a browser is signed in. */
export function toCookies({ server, cookie }: { server: Pick<Server, "url">; cookie: string }) {
  return cookie.split("; ").map((one) => {
    const [name = "", ...value] = one.split("=");
    return { name, value: value.join("="), url: server.url };
  });
}

/** Runs the work in a browser in which somebody is signed in, and closes it. */
export async function withBrowser<T>(
  { server, cookie }: { server: Server; cookie: string },
  work: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch(await findChromium());
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: "en-GB",
      timezoneId: "UTC",
      viewport: { width: 1440, height: 900 },
    });
    // What compiles these programs wraps named functions in a call that no page knows.
    await context.addInitScript("globalThis.__name = (named) => named");
    await context.addCookies(toCookies({ server, cookie }));
    return await work(context);
  } finally {
    await browser.close();
  }
}
