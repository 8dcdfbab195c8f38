import "server-only";
import { webhookPath, webhookUrl } from "@/lib/intake/secrets/webhook-url";
import { env } from "@/lib/platform/settings/env";

export type WebhookUrls = {
  /** As this machine reaches it. */
  own: string;
  /** As the calling service is told to reach it. */
  public: string;
};

/** The addresses of the webhook; never to be logged. */
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
