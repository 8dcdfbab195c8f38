import { ArrowLeft } from "lucide-react";
import Link from "next/link";

/** From a page below the webhook settings to those. */
export function BackToWebhooks() {
  return (
    <Link
      href="/settings/webhooks"
      className="mb-2 inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Webhooks
    </Link>
  );
}
