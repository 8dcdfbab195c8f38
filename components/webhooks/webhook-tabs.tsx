import type { Route } from "next";
import Link from "next/link";
import { webhooksTexts } from "./texts.en";

type WebhookTab = "overview" | "secrets" | "deliveries" | "drift" | "gaps";

/** The pages of the webhook side by side, and which one this is. */
export function WebhookTabs({ here }: { here: WebhookTab }) {
  const t = webhooksTexts();
  return (
    <nav aria-label={t.webhooks} className="border-line border-b px-4 py-1.5 sm:px-6">
      <ul className="-mx-2.5 flex flex-wrap gap-x-1 gap-y-0.5">
        {tabs.map(({ tab, href }) => (
          <li key={tab}>
            <Link
              href={href}
              aria-current={tab === here ? "page" : undefined}
              className="flex h-8 pointer-coarse:h-10 items-center rounded-md px-2.5 text-dense text-muted transition-colors hover:bg-hover hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text"
            >
              {t.tabs[tab]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const tabs: { tab: WebhookTab; href: Route }[] = [
  { tab: "overview", href: "/settings/webhooks" },
  { tab: "secrets", href: "/settings/webhooks/secrets" },
  { tab: "deliveries", href: "/settings/webhooks/deliveries" },
  { tab: "drift", href: "/settings/webhooks/drift" },
  { tab: "gaps", href: "/settings/webhooks/gaps" },
];
