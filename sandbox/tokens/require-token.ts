import type { IncomingMessage } from "node:http";
import { HttpRefusal } from "../server/http-refusal";
import type { TokenBook } from "./token-book";

/** Refuses whoever has no valid bearer token, and says which of three things is wrong. */
export function requireToken({ headers }: IncomingMessage, tokens: TokenBook): void {
  const [, token] = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? "") ?? [];
  if (!token) throw unauthorized("The Authorization header must be 'Bearer' and one token.");
  const state = tokens.check(token);
  if (state === "unknown") throw unauthorized("The bearer token is invalid.");
  if (state === "expired") throw unauthorized("The bearer token has expired.");
}

function unauthorized(message: string): HttpRefusal {
  return new HttpRefusal(401, message, { "WWW-Authenticate": "Bearer" });
}
