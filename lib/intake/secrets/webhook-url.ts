import "server-only";
import { env } from "@/lib/platform/env";

/** The address that the calling service posts to; with its secret never to be logged. */
export function webhookUrl(secret: string): string {
  return `${env().PUBLIC_URL}${webhookPath(secret)}`;
}

/** Where it is on this server, whatever a proxy puts before it. */
export function webhookPath(secret: string): string {
  return `/api/webhooks/recordings/${secret}`;
}
