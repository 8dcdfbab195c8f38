import type { RawAnswer, RawCall } from "../requests/raw-request";

const mostPages = 150;

/**
 * Asks for these pages, for every page that they lead to, each both as a document and as Next's own
 * payload, and for every script, style and font that any of them names.
 */
export async function crawl(
  starts: string[],
  ask: (call: RawCall) => Promise<RawAnswer>,
): Promise<{ pages: number; files: number }> {
  const pages = new Set(starts);
  const files = new Set<string>();
  // A set that grows while it is walked is walked to its end.
  for (const path of pages) {
    const { text, type } = await ask({ path });
    if (!type.startsWith("text/html")) continue;
    const payload = await ask({ path, headers: { RSC: "1" } });
    for (const found of `${text}${payload.text}`.matchAll(reference)) {
      const target = (found[1] ?? "").replaceAll("&amp;", "&");
      if (target.startsWith("/_next/")) files.add(target);
      else if (pages.size < mostPages) pages.add(target);
    }
  }
  for (const path of files) {
    const { text } = await ask({ path });
    for (const [name] of text.matchAll(/static\/[\w./-]+\.(?:js|css|woff2)/g)) {
      files.add(`/_next/${name}`);
    }
  }
  return { pages: pages.size, files: files.size };
}

/** In HTML an attribute, in the payload a property, and there its quotes may be escaped. */
const reference = /(?:href|src|action)\\?"?[=:]\\?"(\/(?!\/)[^"\\\s#]*)/g;
