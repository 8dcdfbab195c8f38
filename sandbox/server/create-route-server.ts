import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { HttpRefusal } from "./http-refusal";
import type { RequestCounter } from "./request-counter";
import { sendJson } from "./send";

export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  /** What the groups in the route's path have matched. */
  pathParts: string[];
};

export type Route = {
  name: string;
  /** HEAD comes with GET: Node sends no body then. */
  method: "GET" | "POST";
  path: RegExp;
  /** Of the addresses at this path, which are this route's; without it, all. */
  isMeant?(url: URL): boolean;
  handle(exchange: Exchange): void | Promise<void>;
};

export function createRouteServer(routes: Route[], counter: RequestCounter): Server {
  return createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (error instanceof HttpRefusal) return refuse(response, error);
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuse(response, new HttpRefusal(500, "The sandbox failed."));
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = parseUrl(request);
    const route = findRoute(routes, request, url);
    response.once("close", () => counter.count(route.name, response.statusCode));
    refuseForeignOrigin(request);
    const pathParts = route.path.exec(url.pathname)?.slice(1) ?? [];
    await route.handle({ request, response, url, pathParts });
  }
}

function parseUrl(request: IncomingMessage): URL {
  const base = "http://sandbox";
  const target = request.url ?? "/";
  if (!URL.canParse(target, base)) throw new HttpRefusal(400, "The address can't be read.");
  return new URL(target, base);
}

function findRoute(routes: Route[], request: IncomingMessage, url: URL): Route {
  const path = url.pathname;
  const atPath = routes.filter((route) => route.path.test(path) && route.isMeant?.(url) !== false);
  if (atPath.length === 0) throw new HttpRefusal(404, `Not found: ${path}.`);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = atPath.find((candidate) => candidate.method === method);
  if (route) return route;
  const allowed = atPath.map((candidate) => candidate.method).join(", ");
  throw new HttpRefusal(405, `Only ${allowed} at ${path}.`, { Allow: allowed });
}

/** Keeps other sites that are open in the same browser from sending forms here. */
function refuseForeignOrigin({ method, headers }: IncomingMessage): void {
  const { host, origin } = headers;
  if (method !== "POST" || origin === undefined || origin === `http://${host}`) return;
  throw new HttpRefusal(403, "The request comes from another site.");
}

function refuse(response: ServerResponse, refusal: HttpRefusal): void {
  const body = { success: false, message: refusal.message };
  sendJson(response, refusal.statusCode, body, refusal.headers);
}
