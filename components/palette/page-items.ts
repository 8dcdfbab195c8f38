import {
  AudioLines,
  Bookmark,
  CalendarClock,
  ClipboardList,
  ContactRound,
  FlaskConical,
  GitCompareArrows,
  type LucideIcon,
  Megaphone,
  PhoneOutgoing,
  PlugZap,
  Scale,
  ScrollText,
  Tag,
  Tags,
  TimerOff,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Route } from "next";
import { viewHref } from "@/components/saved-views/view-link";
import type { SavedViewView } from "@/lib/saved-views/views";
import type { PaletteItem } from "./find-items";

type Page = {
  href: Route;
  icon: LucideIcon;
  label: string;
  words?: string;
  isForAdministrators?: boolean;
};

/** Every page that has an address of its own, for whoever may see it. */
export function toPageItems({ isAdministrator }: { isAdministrator: boolean }): PaletteItem[] {
  return pages
    .filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators)
    .map(({ href, icon, label, words }) => ({ group: "Pages", href, icon, label, words }));
}

export const pages: Page[] = [
  { href: "/recordings", icon: AudioLines, label: "Recordings", words: "calls list home" },
  { href: "/customers", icon: ContactRound, label: "Customers", words: "people persons callers" },
  { href: "/campaigns", icon: Megaphone, label: "Campaigns", words: "minutes status" },
  {
    href: "/campaigns/compare",
    icon: Scale,
    label: "Compare campaigns",
    words: "periods success difference",
  },
  {
    href: "/settings/calling-service",
    icon: PhoneOutgoing,
    label: "Calling service",
    words: "settings api key token",
  },
  {
    href: "/settings/vocabulary",
    icon: Tags,
    label: "Statuses & campaigns",
    words: "settings vocabulary names merge rename colours groups order",
  },
  { href: "/settings/tags", icon: Tag, label: "Tags", words: "settings labels marks colours" },
  ...[
    {
      href: "/settings/webhooks" as const,
      icon: Webhook,
      label: "Webhooks",
      words: "settings url secret",
    },
    {
      href: "/settings/webhooks/deliveries" as const,
      icon: ScrollText,
      label: "All deliveries",
      words: "webhooks log events quarantine raw",
    },
    {
      href: "/settings/webhooks/first-contact" as const,
      icon: PlugZap,
      label: "Connection setup",
      words: "webhooks wait first call set up",
    },
    {
      href: "/settings/webhooks/rehearsal" as const,
      icon: FlaskConical,
      label: "Test run",
      words: "webhooks rehearsal",
    },
    {
      href: "/settings/webhooks/drift" as const,
      icon: GitCompareArrows,
      label: "Drift",
      words: "webhooks unknown fields differences",
    },
    {
      href: "/settings/webhooks/gaps" as const,
      icon: TimerOff,
      label: "Gaps",
      words: "webhooks missed coverage silence",
    },
    {
      href: "/settings/retention" as const,
      icon: CalendarClock,
      label: "Retention",
      words: "settings keep days",
    },
    {
      href: "/settings/members" as const,
      icon: UsersRound,
      label: "Members",
      words: "settings people invite access roles",
    },
    {
      href: "/audit" as const,
      icon: ClipboardList,
      label: "Audit log",
      words: "who listened heard when",
    },
  ].map((page) => ({ ...page, isForAdministrators: true })),
];

/** Every saved view that this person has. */
export function toViewItems(views: SavedViewView[]): PaletteItem[] {
  return views.map(({ name, query, isTeam }) => ({
    group: "Views",
    icon: Bookmark,
    label: isTeam ? `${name} (team)` : name,
    words: `saved view list ${isTeam ? "" : "mine"}`,
    href: viewHref(query),
  }));
}
