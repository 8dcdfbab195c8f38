import { type APIRequestContext, request } from "@playwright/test";
import { administrator } from "../server/earshot";

/** Reads the list as a browser gets it that scrolls: a page of HTML, then its rows page after page. */
type ListReader = {
  /** The ids of all rows under a filter, in the order of the list. */
  ids: (search?: string) => Promise<string[]>;
  get: (path: string) => Promise<string>;
  close: () => Promise<void>;
};

export async function openList(baseURL: string): Promise<ListReader> {
  const context = await request.newContext({ baseURL });
  const response = await context.post("/api/auth/sign-in/email", { data: administrator });
  if (!response.ok()) throw new Error(`Cannot sign in: ${response.status()}`);
  return {
    ids: (search = "") => readIds(context, search),
    get: (path) => getText(context, path),
    close: () => context.dispose(),
  };
}

async function readIds(context: APIRequestContext, search: string): Promise<string[]> {
  const html = await getText(context, `/recordings?${search}`);
  const shown = html.matchAll(/<a [^>]*href="\/recordings\/([^"?]+)"/g);
  const ids = [...shown].flatMap(([, id]) => (id ? [decodeURIComponent(id)] : []));
  const link = /<a [^>]*rel="next"[^>]*>/.exec(html)?.[0];
  const next = /href="[^"?]+\?([^"]+)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&");
  const parameters = new URLSearchParams(next);
  parameters.set("limit", "200");
  while (parameters.get("after")) {
    const page: Page = JSON.parse(await getText(context, `/api/recordings/page?${parameters}`));
    ids.push(...page.rows.map(({ id }) => id));
    parameters.set("after", page.after ?? "");
  }
  return ids;
}

type Page = { rows: { id: string }[]; after: string | null };

async function getText(context: APIRequestContext, path: string): Promise<string> {
  const response = await context.get(path);
  if (!response.ok()) throw new Error(`${path} answers ${response.status()}`);
  return response.text();
}
