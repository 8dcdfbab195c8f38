import { type Locale, locales, texts } from "@/lib/language/texts";
import { type ChooseLocale, LanguageSelect } from "./locale-controls";

type LanguageChoiceProps = {
  /** Null: as the browser says. */
  locale: Locale | null;
  choose: ChooseLocale;
};

/** The language in which one reads, and how days and numbers are written there. */
export function LanguageChoice({ locale, choose }: LanguageChoiceProps) {
  const t = languageTexts();
  return (
    <LanguageSelect label={t.language} locale={locale} choose={choose}>
      <option value="">{t.automatic}</option>
      {locales.map((one) => (
        <option key={one} value={one} lang={one}>
          {names[one]}
        </option>
      ))}
    </LanguageSelect>
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

export const languageTexts = texts("language", {
  language: "Language",
  automatic: "Browser language",
});
