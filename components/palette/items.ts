"use client";

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
  MonitorSmartphone,
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
import { useEffect, useState } from "react";
import { fetchJson, useFetched } from "@/components/live/fetch-json";
import {
  type FacetOptions,
  facetOptionsSchema,
  rowSchema,
} from "@/components/recordings/list-answers";
import { viewHref } from "@/components/saved-views/view-row";
import * as v from "@/lib/platform/shape";
import { foldText } from "@/lib/recordings/record/search-text";
import { type SavedViewView, savedViewSchema } from "@/lib/saved-views/views";
import { paletteTexts } from "./texts.en";

/** In the order in which they are shown: what the server finds comes last, so that it moves nothing. */
const groups = [
  "pages",
  "views",
  "filters",
  "columns",
  "campaigns",
  "actions",
  "search",
  "calls",
  "customers",
] as const;

/** Something that can be found and done. */
export type PaletteItem = {
  group: (typeof groups)[number];
  icon: LucideIcon;
  label: string;
  /** Names it among those of its label. */
  id?: string;
  /** The label in parts, every second of which is what was searched for. */
  parts?: string[] | undefined;
  /** What is told beside the label, in parts like it. */
  detail?: string[];
  /** The key that does the same. */
  keys?: string;
  /** How a value arrives that is called something else. */
  raw?: string;
  /** What else people may call it. */
  words?: string;
  /** Of those that are alike, shown only to who asks for it. */
  isOnlyIfSought?: boolean;
} & ({ href: string; before?: () => void } | { run: () => unknown });

const maxOfGroup = 8;

/** The items that have every word of the text, the best of each group first; few of each group. */
export function findItems(items: PaletteItem[], text: string): PaletteItem[] {
  const sought = foldText(text).split(/\s+/u).filter(Boolean);
  const ranked = items
    .filter(({ isOnlyIfSought }) => !isOnlyIfSought || sought.length > 0)
    .map((item) => ({ item, rank: toRank(item, sought) }))
    .filter(({ rank }) => rank > 0);
  return groups.flatMap((group) =>
    ranked
      .filter(({ item }) => item.group === group)
      .sort((one, other) => other.rank - one.rank)
      .slice(0, maxOfGroup)
      .map(({ item }) => item),
  );
}

/** 0: it lacks a word. Words of the label count more than others, and beginnings more than parts. */
function toRank({ group, label, words = "" }: PaletteItem, sought: string[]): number {
  // What these have is found already, or wherever it leads.
  if (group === "search" || group === "calls" || group === "customers") return 1;
  const inLabel = toWords(label);
  const inAll = [...inLabel, ...toWords(words)];
  const ranks = sought.map((word) => {
    if (inLabel.includes(word)) return 4;
    if (inLabel.some((one) => one.startsWith(word))) return 3;
    if (inAll.some((one) => one.startsWith(word))) return 2;
    return foldText(`${label} ${words}`).includes(word) ? 1 : 0;
  });
  if (ranks.includes(0)) return 0;
  return 1 + ranks.reduce<number>((sum, rank) => sum + rank, 0);
}

function toWords(text: string): string[] {
  return foldText(text).split(/[^\p{L}\p{N}]+/u);
}

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
  { href: "/settings/sessions", icon: MonitorSmartphone, name: "sessions" },
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

/** The values that there are to filter by; null until they are known, or when they can't be had. */
export function useFacetOptions(): FacetOptions | null {
  return useFetched("/api/recordings/values", facetOptionsSchema);
}

/** The saved views to choose from; none until they are known, or when they can't be had. */
export function useSavedViews(): SavedViewView[] {
  return useFetched("/api/saved-views", savedViewsSchema) ?? noViews;
}

const savedViewsSchema = v.array(savedViewSchema);
const noViews: SavedViewView[] = [];

/** A person, with name and contact in parts, every second of which was searched for. */
const foundCustomerSchema = v.object({
  id: v.string,
  name: v.array(v.string),
  contact: v.array(v.string),
  calls: v.number,
});

export type FoundCustomer = v.Shaped<typeof foundCustomerSchema>;

/** What `/api/find` answers; null for what was not found in time. */
const foundSchema = v.object({
  calls: v.nullable(v.array(rowSchema)),
  customers: v.nullable(v.array(foundCustomerSchema)),
});

export type FoundAnswer = v.Shaped<typeof foundSchema>;

export type Found = FoundAnswer & { state: "idle" | "searching" | "found" | "failed" };

const pauseMs = 180;
const leastLength = 2;
const nothing: Found = { calls: [], customers: [], state: "idle" };

/** The calls and people of a text, a moment after it was written; those before them stay until then. */
export function useFound(text: string): Found & { retry: () => void } {
  const [found, setFound] = useState(nothing);
  const [tries, setTries] = useState(0);
  const q = text.trim();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once more on demand
  useEffect(() => {
    if (q.length < leastLength) return setFound(nothing);
    const stop = new AbortController();
    setFound((before) => ({ ...before, state: "searching" }));
    const timer = setTimeout(async () => {
      const path = `/api/find?${new URLSearchParams({ q })}`;
      const fetched = await fetchJson(path, foundSchema, { signal: stop.signal });
      if (stop.signal.aborted) return;
      if (!fetched.isOk) return setFound({ ...nothing, state: "failed" });
      const { calls, customers } = fetched.answer;
      setFound({ calls, customers, state: calls && customers ? "found" : "failed" });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, tries]);

  return { ...found, retry: () => setTries((count) => count + 1) };
}
