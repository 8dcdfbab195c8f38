import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "../random";
import type { Route } from "../server/create-route-server";
import { HttpRefusal } from "../server/http-refusal";
import { readJson } from "../server/read-body";
import { sendJson } from "../server/send";
import { formatExpiry } from "./format-expiry";
import type { TokenBook } from "./token-book";

export type TokenRouteSettings = {
  seed: number;
  apiKey: string;
  expiresOffsetMinutes: number;
  misbehave: boolean;
};

const slowAnswerMs = 1500;

export function createTokenRoute(settings: TokenRouteSettings, tokens: TokenBook): Route {
  const random = createRandom(settings.seed, "slow-tokens");
  return {
    name: "token",
    method: "POST",
    path: /^\/api\/generate-token$/,
    async handle({ request, response }) {
      const { apiKey } = await readJson(request);
      if (typeof apiKey !== "string") throw new HttpRefusal(400, "apiKey must be a string.");
      if (settings.misbehave && random.chance(0.3)) await sleep(slowAnswerMs);
      if (apiKey !== settings.apiKey) throw new HttpRefusal(401, "The API key is wrong.");
      const { token, expiresAt } = tokens.issue();
      sendJson(response, 200, {
        success: true,
        message: "Token generated successfully",
        token,
        expiresAt: formatExpiry(expiresAt, settings.expiresOffsetMinutes),
      });
    },
  };
}
