"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { keepCookie } from "@/components/live/store";
import { type Locale, localeCookie } from "@/lib/language/texts";

/** Remembers it for this person, on every device. */
export type ChooseLocale = (locale: string | null) => Promise<void>;

type LanguageSelectProps = {
  label: string;
  /** Null: as the browser says. */
  locale: Locale | null;
  choose: ChooseLocale;
  /** The options, whose words no browser need load. */
  children: React.ReactNode;
};

export function LanguageSelect({ label, locale, choose, children }: LanguageSelectProps) {
  const change = async (value: string) => {
    await choose(value || null);
    keepCookie(localeCookie, value || null);
    window.location.reload();
  };
  return (
    <select
      aria-label={label}
      title={label}
      defaultValue={locale ?? ""}
      onChange={(event) => change(event.target.value)}
      className="h-7 w-full cursor-pointer rounded-md border border-line bg-canvas px-1.5 text-dense text-muted hover:text-text"
    >
      {children}
    </select>
  );
}

type LocaleSyncProps = { profile: Locale | null; kept: Locale | null };

/** Brings what a person has chosen on one device to the next one. */
export function LocaleSync({ profile, kept }: LocaleSyncProps) {
  useEffect(() => {
    if (profile === kept || hasReloaded()) return;
    keepCookie(localeCookie, profile);
    window.location.reload();
  }, [profile, kept]);

  return null;
}

/** Where cookies are refused, once must do. */
function hasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

/** Tells the server the browser's time zone; refreshes once when the server used another one. */
export function TimeZoneSync({ cookie, timeZone }: { cookie: string; timeZone: string }) {
  const router = useRouter();

  useEffect(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!here || here === timeZone || hasToldServer) return;
    // A refresh that changes nothing (cookies refused, an unknown zone) must not be repeated.
    hasToldServer = true;
    keepCookie(cookie, here);
    router.refresh();
  }, [cookie, timeZone, router]);

  return null;
}

let hasToldServer = false;
