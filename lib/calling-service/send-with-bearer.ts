import "server-only";
import type { ConnectionFault } from "./request-token";
import type { TokenKeeper } from "./token-keeper";

/** An answer that can be let go of unread. */
export type BearerAnswer = { status: number; discard: () => void };

export type BearerResult<T> = { answer: T } | { fault: ConnectionFault };

/**
 * Sends the token to `service.origin` alone; after a 401 gets one new token and tries once more. No
 * token: the fault, and nothing was sent.
 */
export async function sendWithBearer<T extends BearerAnswer>(
  service: { origin: string; keeper: TokenKeeper } | undefined,
  url: URL,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<BearerResult<T>> {
  if (url.origin !== service?.origin) return { answer: await send({}) };

  const held = await service.keeper.obtain();
  if (!("token" in held)) return { fault: held };
  const answer = await send({ Authorization: `Bearer ${held.token.reveal()}` });
  if (answer.status !== 401) return { answer };

  answer.discard();
  const newer = await service.keeper.replace(held);
  if (!("token" in newer)) return { fault: newer };
  return { answer: await send({ Authorization: `Bearer ${newer.token.reveal()}` }) };
}
