import "server-only";
import { env } from "@/lib/platform/env";

/** The address that the calling service posts to; with its secret never to be logged. */
export function webhookUrl(secret: string): string {
  return `${env().PUBLIC_URL}/api/webhooks/recordings/${secret}`;
}
