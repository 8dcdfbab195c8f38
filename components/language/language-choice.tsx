"use client";

import { useEffect } from "react";
import { type Locale, localeCookie, locales } from "@/lib/language/locale";
import { languageTexts } from "./texts.en";

/** Remembers it for this person, on every device. */
export type ChooseLocale = (locale: string | null) => Promise<void>;

type LanguageChoiceProps = {
  /** Null: as the browser says. */
  locale: Locale | null;
  choose: ChooseLocale;
};

/** The language in which one reads, and how days and numbers are written there. */
export function LanguageChoice({ locale, choose }: LanguageChoiceProps) {
  const t = languageTexts();
  const change = async (value: string) => {
    await choose(value || null);
    keepLocale(value || null);
    window.location.reload();
  };
  return (
    <select
      aria-label={t.language}
      title={t.language}
      defaultValue={locale ?? ""}
      onChange={(event) => change(event.target.value)}
      className="h-7 w-full cursor-pointer rounded-md border border-line bg-canvas px-1.5 text-dense text-muted hover:text-text"
    >
      <option value="">{t.automatic}</option>
      {locales.map((one) => (
        <option key={one} value={one} lang={one}>
          {names[one]}
        </option>
      ))}
    </select>
  );
}

/** Each in its own words, so that everybody finds theirs. */
const names: Record<Locale, string> = {
  "en-GB": "English (United Kingdom)",
  "en-US": "English (United States)",
  "en-AU": "English (Australia)",
  "en-CA": "English (Canada)",
  "en-IE": "English (Ireland)",
  "en-IN": "English (India)",
  "en-NZ": "English (New Zealand)",
  "en-ZA": "English (South Africa)",
  "de-DE": "Deutsch (Deutschland)",
  "de-AT": "Deutsch (Österreich)",
  "de-CH": "Deutsch (Schweiz)",
};

type LocaleSyncProps = { profile: Locale | null; kept: Locale | null };

/** Brings what a person has chosen on one device to the next one. */
export function LocaleSync({ profile, kept }: LocaleSyncProps) {
  useEffect(() => {
    if (profile === kept || hasReloaded()) return;
    keepLocale(profile);
    window.location.reload();
  }, [profile, kept]);

  return null;
}

/** Where cookies are refused, once must do. */
function hasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.type === "reload";
}

function keepLocale(locale: Locale | string | null): void {
  const age = locale ? 31_536_000 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${localeCookie}=${locale ?? ""}; path=/; max-age=${age}; samesite=lax`;
}
