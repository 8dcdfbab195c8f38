import {
  AudioLines,
  Bookmark,
  CalendarClock,
  ClipboardList,
  ContactRound,
  FlaskConical,
  GitCompareArrows,
  KeyRound,
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
import type { SavedViewView } from "@/lib/saved-views/store";
import type { PaletteItem } from "./find-items";
import { paletteTexts } from "./texts.en";

type Page = {
  href: Route;
  icon: LucideIcon;
  name: keyof ReturnType<typeof paletteTexts>["pages"];
  isForAdministrators?: boolean;
};

/** Every page that has an address of its own, for whoever may see it. */
export function toPageItems({ isAdministrator }: { isAdministrator: boolean }): PaletteItem[] {
  const t = paletteTexts();
  return pages
    .filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators)
    .map(({ href, icon, name }) => ({ group: "pages", href, icon, ...t.pages[name] }));
}

export const pages: Page[] = [
  { href: "/recordings", icon: AudioLines, name: "recordings" },
  { href: "/customers", icon: ContactRound, name: "customers" },
  { href: "/campaigns", icon: Megaphone, name: "campaigns" },
  { href: "/campaigns/compare", icon: Scale, name: "compare" },
  { href: "/settings/calling-service", icon: PhoneOutgoing, name: "callingService" },
  { href: "/settings/vocabulary", icon: Tags, name: "vocabulary" },
  { href: "/settings/tags", icon: Tag, name: "tags" },
  ...toPagesForAdministrators([
    { href: "/settings/webhooks", icon: Webhook, name: "webhooks" },
    { href: "/settings/webhooks/secrets", icon: KeyRound, name: "secrets" },
    { href: "/settings/webhooks/deliveries", icon: ScrollText, name: "deliveries" },
    { href: "/settings/webhooks/first-contact", icon: PlugZap, name: "firstContact" },
    { href: "/settings/webhooks/rehearsal", icon: FlaskConical, name: "rehearsal" },
    { href: "/settings/webhooks/drift", icon: GitCompareArrows, name: "drift" },
    { href: "/settings/webhooks/gaps", icon: TimerOff, name: "gaps" },
    { href: "/settings/retention", icon: CalendarClock, name: "retention" },
    { href: "/settings/members", icon: UsersRound, name: "members" },
    { href: "/audit", icon: ClipboardList, name: "audit" },
  ]),
];

function toPagesForAdministrators(some: Page[]): Page[] {
  return some.map((page) => ({ ...page, isForAdministrators: true }));
}

/** Every saved view that this person has. */
export function toViewItems(views: SavedViewView[]): PaletteItem[] {
  const t = paletteTexts();
  return views.map(({ name, query, isTeam }) => ({
    group: "views",
    icon: Bookmark,
    label: isTeam ? t.teamView(name) : name,
    words: isTeam ? t.viewWords.team : t.viewWords.mine,
    href: viewHref(query),
  }));
}
