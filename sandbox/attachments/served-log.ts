import { createHash } from "node:crypto";
import type { Exchange } from "../server/create-route-server";

/** A recording that somebody asked for from its beginning, and how that ended. */
export type Served = {
  path: string;
  /** Of all that was sent; null: the connection ended before. */
  sha256: string | null;
  beganMs: number;
  endedMs: number;
};

export type ServedLog = {
  /** @returns what says what is being sent */
  begin(exchange: Exchange): (audio: Buffer) => void;
  list(): Iterable<Served>;
};

/** Who was sent which recording as a whole, for those who prove what they keep. */
export function createServedLog(): ServedLog {
  const served: Served[] = [];
  return {
    begin({ request, response, url }) {
      const path = url.pathname + url.search;
      const beganMs = Date.now();
      let sent: Buffer | undefined;
      response.once("close", () => {
        const isWhole = sent !== undefined && response.writableFinished;
        const sha256 = sent && isWhole ? createHash("sha256").update(sent).digest("hex") : null;
        sent = undefined;
        served.push({ path, sha256, beganMs, endedMs: Date.now() });
      });
      return (audio) => {
        if (request.method === "GET" && request.headers.range === undefined) sent = audio;
      };
    },
    list: () => served,
  };
}
