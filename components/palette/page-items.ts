import type { Route } from "next";
import { viewHref } from "@/components/saved-views/view-link";
import type { SavedViewView } from "@/lib/saved-views/views";
import type { PaletteItem } from "./palette-list";

type Page = { href: Route; label: string; words?: string; isForAdministrators?: boolean };

/** Every page that has an address of its own, for whoever may see it. */
export function toPageItems({ isAdministrator }: { isAdministrator: boolean }): PaletteItem[] {
  return pages
    .filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators)
    .map(({ href, label, words }) => ({ group: "Pages", href, label, words }));
}

export const pages: Page[] = [
  { href: "/recordings", label: "Recordings", words: "calls list home" },
  { href: "/customers", label: "Customers", words: "people persons callers" },
  { href: "/campaigns", label: "Campaigns", words: "minutes status" },
  { href: "/settings/calling-service", label: "Calling service", words: "settings api key token" },
  {
    href: "/settings/vocabulary",
    label: "Statuses & campaigns",
    words: "settings vocabulary names merge rename colours groups order",
  },
  ...[
    { href: "/settings/webhooks" as const, label: "Webhooks", words: "settings url secret" },
    {
      href: "/settings/webhooks/deliveries" as const,
      label: "All deliveries",
      words: "webhooks log events quarantine raw",
    },
    {
      href: "/settings/webhooks/first-contact" as const,
      label: "Connection setup",
      words: "webhooks wait first call set up",
    },
    {
      href: "/settings/webhooks/rehearsal" as const,
      label: "Test run",
      words: "webhooks rehearsal",
    },
    {
      href: "/settings/webhooks/drift" as const,
      label: "Drift",
      words: "webhooks unknown fields differences",
    },
    {
      href: "/settings/webhooks/gaps" as const,
      label: "Gaps",
      words: "webhooks missed coverage silence",
    },
    { href: "/settings/retention" as const, label: "Retention", words: "settings keep days" },
    {
      href: "/settings/members" as const,
      label: "Members",
      words: "settings people invite access roles",
    },
  ].map((page) => ({ ...page, isForAdministrators: true })),
];

/** Every saved view that this person has. */
export function toViewItems(views: SavedViewView[]): PaletteItem[] {
  return views.map(({ name, query, isTeam }) => ({
    group: "Views",
    label: isTeam ? `${name} (team)` : name,
    words: `saved view list ${isTeam ? "" : "mine"}`,
    href: viewHref(query),
  }));
}
