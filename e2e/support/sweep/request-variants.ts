import { type RawAnswer, type RawCall, sendRaw } from "../requests/raw-request";
import type { Route } from "../requests/routes";

/** A way to ask at a route. Most of them are there because some gate, somewhere, forgot them. */
export type Approach = { name: string; toCall: (path: string, route: Route) => RawCall };

/** What Next's own browser code sends, and every method. */
export const usualApproaches: Approach[] = [
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => ({
    name: method,
    toCall: (path: string) => ({ path, method }),
  })),
  withHeaders("GET compressed", { "Accept-Encoding": "gzip, br, deflate" }),
  withHeaders("RSC", { RSC: "1" }),
  withHeaders("RSC prefetch", { RSC: "1", "Next-Router-Prefetch": "1" }),
  withHeaders("RSC runtime prefetch", { RSC: "1", "Next-Router-Prefetch": "2" }),
  {
    name: "RSC of the page without its layouts",
    toCall: (path, route) => ({
      path,
      headers: { RSC: "1", "Next-Router-State-Tree": encodeURIComponent(leafTree(route)) },
    }),
  },
  ...["/_tree", "/_full", "/_head", "/_index"].map((segment) => segmentPrefetch(() => segment)),
  segmentPrefetch(leafSegment),
];

/** Other spellings of the path, and headers that were once trusted by something in between. */
export const unusualApproaches: Approach[] = [
  ...[
    (path: string) => `${path}/`,
    (path: string) => `/${path}`,
    (path: string) => `/.${path}`,
    (path: string) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (path: string) => path.toUpperCase(),
    (path: string) => `${path}?_rsc=1`,
    (path: string) => `${path}.rsc`,
    (path: string) => `${path}.json`,
    (path: string) => `${path}.segments/_full.segment.rsc`,
    (path: string) => `/_next/data/build${path}.json`,
    (path: string) => `/_next/image?url=${encodeURIComponent(path)}&w=640&q=75`,
  ].map((respell) => ({
    name: respell("/page"),
    toCall: (path: string) => ({ path: respell(path) }),
  })),
  ...["middleware", "src/middleware", "proxy", "src/proxy"].map((name) =>
    withHeaders(`x-middleware-subrequest ${name}`, {
      "x-middleware-subrequest": Array(5).fill(name).join(":"),
    }),
  ),
  withHeaders("x-nextjs-data", { "x-nextjs-data": "1", "x-middleware-prefetch": "1" }),
  withHeaders("x-prerender-revalidate", {
    "x-prerender-revalidate": "1",
    "x-prerender-revalidate-if-generated": "1",
  }),
  withHeaders("next-resume", { "next-resume": "1", "x-nextjs-postponed": "1" }),
  withHeaders("a draft", { Cookie: "__prerender_bypass=1; __next_preview_data=1" }),
  withHeaders("a crawler", { "User-Agent": "Googlebot/2.1" }),
  withHeaders("from this machine", {
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Host": "localhost",
    "X-Real-IP": "127.0.0.1",
  }),
  ...["x-matched-path", "x-invoke-path", "x-original-url", "x-rewrite-url", "next-url"].map(
    (header): Approach => ({
      name: header,
      toCall: (path) => ({
        path: "/sign-in",
        headers: { [header]: path, "x-invoke-status": "200", "x-middleware-rewrite": path },
      }),
    }),
  ),
];

/** Asks, and follows Next where it only wants the same request under a cache key of its own. */
export async function approach(
  origin: string,
  { path, headers, ...call }: RawCall,
  cookie = "",
): Promise<RawAnswer> {
  const cookies = [headers?.Cookie, cookie].filter(Boolean).join("; ");
  const allHeaders = { ...headers, ...(cookies ? { Cookie: cookies } : {}) };
  const answer = await sendRaw(origin, { ...call, path, headers: allHeaders });
  const [asked] = path.split("?");
  const [target, query] = answer.location.split("?");
  if (target !== asked || !new URLSearchParams(query).has("_rsc")) return answer;
  return sendRaw(origin, { ...call, path: answer.location, headers: allHeaders });
}

function withHeaders(name: string, headers: Record<string, string>): Approach {
  return { name, toCall: (path) => ({ path, headers }) };
}

function segmentPrefetch(segmentOf: (route: Route) => string): Approach {
  const name = segmentOf({ kind: "page", pattern: "{page}", folders: [] });
  return {
    name: `prefetch of segment ${name}`,
    toCall: (path, route) => ({
      path,
      headers: {
        RSC: "1",
        "Next-Router-Prefetch": "1",
        "Next-Router-Segment-Prefetch": segmentOf(route),
      },
    }),
  };
}

/** As a router sends it that has all but the page itself: the layouts then do not run. */
function leafTree({ folders }: Route): string {
  const page: unknown[] = ["__PAGE__", {}, null, "refetch"];
  const tree = folders.reduceRight<unknown[]>((below, folder) => {
    const dynamic = /^\[(\w+)\]$/.exec(folder)?.[1];
    return [dynamic ? [dynamic, "any", "d", null] : folder, { children: below }];
  }, page);
  return JSON.stringify(["", { children: tree }, null, null]);
}

function leafSegment({ folders }: Route): string {
  const segments = folders.map((folder) => {
    const dynamic = /^\[(\w+)\]$/.exec(folder)?.[1];
    if (dynamic) return `$d$${dynamic}`;
    return /^[a-z-]+$/.test(folder) ? folder : `!${Buffer.from(folder).toString("base64url")}`;
  });
  return `/${[...segments, "__PAGE__"].join("/")}`;
}
