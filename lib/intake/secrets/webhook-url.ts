import "server-only";
import { env } from "@/lib/platform/settings/env";

/** The address that the calling service posts to; with its secret never to be logged. */
export function webhookUrl(secret: string): string {
  return `${env().PUBLIC_URL}${webhookPath(secret)}`;
}

/** Where it is on this server, whatever a proxy puts before it. */
function webhookPath(secret: string): string {
  return `/api/webhooks/recordings/${secret}`;
}

export type WebhookUrls = {
  /** As this machine reaches it. */
  own: string;
  /** As the calling service is told to reach it. */
  public: string;
};

/** Both addresses of the webhook; never to be logged. */
export function webhookUrls(secret: string): WebhookUrls {
  const { HOST, PORT } = env();
  const host = callable.get(HOST) ?? HOST;
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
  return { own: `${origin}${webhookPath(secret)}`, public: webhookUrl(secret) };
}

/** One can listen on every address, and call only one. */
const callable = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * The secret in the path of a request; undefined where the path is none of the webhook's. A slash at
 * its end is allowed, because a sender may not follow a redirect.
 */
export function secretIn(path: string): string | undefined {
  const [, secret] = pattern.exec(path) ?? [];
  if (secret === undefined) return undefined;
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}

const pattern = /^\/api\/webhooks\/recordings\/([^/?#]+)\/?(?:[?#]|$)/;
