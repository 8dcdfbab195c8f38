import { Agent, request } from "node:http";
import type { Site } from "../server/site";

export type Visit = {
  site: Site;
  /** The folder whose build answers. */
  source: string;
  cookie: string;
  isShort: boolean;
  stop: AbortSignal;
};

const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });

/** Resolves when the answer has ended, whatever it is. */
export function ask(
  { site, cookie, stop }: Visit,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: string | Buffer = "",
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(
      `${site.server.url}${path}`,
      { method, agent, signal: stop, headers: { Cookie: cookie, ...headers } },
      (answer) => answer.resume().once("close", resolve),
    );
    sent.once("error", () => resolve());
    sent.end(body);
  });
}
