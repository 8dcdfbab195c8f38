import { expect, it } from "vitest";
import { localeOf } from "./request-locale";
import { languageOf } from "./texts";

it.each([
  [undefined, undefined, "en-GB"],
  [undefined, "de", "de-DE"],
  [undefined, "de-CH,de;q=0.9,en;q=0.8", "de-CH"],
  [undefined, "DE-at", "de-AT"],
  [undefined, "de-LI", "de-DE"],
  [undefined, "en-US,en;q=0.5", "en-US"],
  [undefined, "fr-FR,fr;q=0.9,de;q=0.7,en;q=0.8", "en-GB"],
  [undefined, "fr", "en-GB"],
  [undefined, "de;q=0, en-IE;q=0.1", "en-IE"],
  [undefined, "*", "en-GB"],
  [undefined, ";;;,q=,de;q=x", "en-GB"],
  [undefined, "de,".repeat(10_000), "de-DE"],
  ["de-AT", "en-US", "de-AT"],
  ["xx", "en-US", "en-US"],
  ["de-DE%3B", "en", "en-GB"],
  ["de-DE; other=en-US", "en", "de-DE"],
])("a choice of %j and a browser of %j read %s", (chosen, browser, locale) => {
  const headers = {
    ...(chosen && { cookie: `theme=dark; earshot-locale=${chosen}` }),
    ...(browser && { "accept-language": browser }),
  };
  expect(localeOf(headers)).toBe(locale);
});

it("knows the language of a locale", () => {
  expect(languageOf("de-CH")).toBe("de");
  expect(languageOf("en-IN")).toBe("en");
});
