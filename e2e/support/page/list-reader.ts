import { type APIRequestContext, request } from "@playwright/test";
import { administrator } from "../server/earshot";

/** Reads the list as a signed-in program would: page after page of its HTML. */
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
  const ids: string[] = [];
  const parameters = new URLSearchParams(search);
  parameters.set("limit", "200");
  let next: string | undefined = `/recordings?${parameters}`;
  while (next) {
    const html = await getText(context, next);
    for (const [, id] of html.matchAll(/<a [^>]*href="\/recordings\/([^"?]+)"/g)) {
      if (id) ids.push(decodeURIComponent(id));
    }
    const link = /<a [^>]*rel="next"[^>]*>/.exec(html)?.[0];
    next = /href="([^"]+)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&");
  }
  return ids;
}

async function getText(context: APIRequestContext, path: string): Promise<string> {
  const response = await context.get(path);
  if (!response.ok()) throw new Error(`${path} answers ${response.status()}`);
  return response.text();
}
