import { datePresets } from "@/components/format/time-spans";
import { minutePresets } from "@/components/recordings/filters/filter-choices";
import type { FacetOption, FacetOptions } from "@/components/recordings/list-answers";
import { markLabels } from "@/components/vocabulary/values";
import { texts } from "@/lib/language/texts";
import {
  emptyWord,
  readSearch,
  splitSearch,
  type TokenName,
  tokenFields,
  toTokenName,
  writeTokenValue,
} from "@/lib/recordings/filter/read-search";

/** What may be meant: it takes the place of the text between `from` and `to`. */
export type Suggestion = {
  key: string;
  label: string;
  detail?: string;
  count?: number;
  from: number;
  to: number;
  insert: string;
  /** Whether it completes a token; otherwise its value is still to come. */
  isWhole: boolean;
};

type Known = { options: FacetOptions | null; now: Date; timeZone: string };

/**
 * What the word at the caret may become: the name of a filter, or a value of the one that is named.
 * Without a word it is nothing, or every filter to who asks for it.
 */
export function suggest(
  text: string,
  caret: number,
  known: Known,
  { isAsked = false } = {},
): Suggestion[] {
  const token = findToken(text, caret);
  if (token) return suggestValues(token, text, known);
  const written = text.slice(0, caret).split(/\s/u).at(-1) ?? "";
  const begun = /^-?([\p{L}_]*)$/u.exec(written)?.[1]?.toLowerCase();
  if (begun === undefined || (written === "" && !isAsked)) return [];
  const from = caret - begun.length;
  const isMeant = (name: string) => name.startsWith(begun);
  return Object.entries(searchSuggestionsTexts().fields)
    .filter(([name, { also }]) => isMeant(name) || also.split(" ").some(isMeant))
    .map(([name, { detail }]) => ({
      key: name,
      label: `${name}:`,
      detail,
      insert: `${name}:`,
      isWhole: false,
      from,
      to: text[caret] === ":" ? caret + 1 : caret,
    }));
}

/**
 * What the value at the caret can only mean, so that Enter takes it; null where that is nothing, or
 * several things, or just what is written. "unknown" until the values are known.
 */
export function completeAlone(
  text: string,
  caret: number,
  known: Known,
): Suggestion | "unknown" | null {
  const token = findToken(text, caret);
  if (!token || token.written === "") return null;
  const { kind } = tokenFields[token.name];
  const isKnown = known.options || !needsOptions(token.name);
  if (kind === "value" && !isKnown) return "unknown";
  // "2" is a number of minutes, though "2..5" begins with it, too.
  if (kind !== "value" && readSearch(`${token.name}:${token.written}`).rest === "") return null;
  const offered = suggestValues(token, text, known);
  const sought = token.written.toLowerCase();
  const exact = offered.filter(({ label }) => label.toLowerCase() === sought);
  const [only, ...others] = exact.length > 0 ? exact : offered;
  return others.length === 0 ? (only ?? null) : null;
}

/** Whether its values are those that the list counts. */
function needsOptions(name: TokenName): boolean {
  return ["status", "campaign", "type", "gender"].includes(name);
}

const mostValues = 8;

/** A token with the caret in its value: what is written of that value, and where it stands. */
type OpenToken = { name: TokenName; written: string; from: number; to: number };

function findToken(text: string, caret: number): OpenToken | null {
  const before = text.slice(0, caret);
  for (const { start, end, name: given } of splitSearch(before)) {
    const name = toTokenName(given);
    if (name === null) continue;
    const values = before.slice(before.indexOf(":", start) + 1);
    const [, quoted] = openQuote.exec(values) ?? [];
    if (quoted !== undefined) {
      const isClosed = splitSearch(text).some((piece) => piece.start === start && piece.values);
      const rest = isClosed ? (/^[^"“”„]*["“”„]/u.exec(text.slice(caret))?.[0].length ?? 0) : 0;
      return { name, written: quoted, from: caret - quoted.length - 1, to: caret + rest };
    }
    const [, bare] = (end === caret ? lastBare.exec(values) : null) ?? [];
    if (bare !== undefined) {
      const rest = /^[^\s,]*/u.exec(text.slice(caret))?.[0].length ?? 0;
      return { name, written: bare, from: caret - bare.length, to: caret + rest };
    }
  }
  return null;
}

/** What is still open may have spaces in it. */
const openQuote = /^(?:[^\s,"“”„]+,)*!?["“„]([^"“”„]*)$/u;
const lastBare = /(?:^|,)!?([^,"“”„]*)$/u;

type Value = {
  value: string | null;
  /** The others that are meant with it. */
  others?: string[];
  label: string;
  detail?: string;
  count?: number;
};

function suggestValues(
  { name, written, from, to }: OpenToken,
  text: string,
  known: Known,
): Suggestion[] {
  const { empty } = searchSuggestionsTexts();
  const sought = written.toLowerCase();
  // "empty" has a "y", too.
  const begins = tokenFields[name].kind === "flag";
  const isSought = (one: string) =>
    begins ? one.toLowerCase().startsWith(sought) : one.toLowerCase().includes(sought);
  const end = /^\s/u.test(text.slice(to)) ? "" : " ";
  return toValues(name, known)
    .filter(({ value, others = [], label }) =>
      [label, ...(value === null ? [emptyWord, empty] : [value]), ...others].some(isSought),
    )
    .slice(0, mostValues)
    .map(({ value, others = [], ...shown }) => {
      const insert = [value, ...others].map(writeTokenValue).join(",");
      return { ...shown, key: insert, from, to, insert: `${insert}${end}`, isWhole: true };
    });
}

function toValues(name: TokenName, { options, now, timeZone }: Known): Value[] {
  const t = searchSuggestionsTexts();
  const yes = { value: "yes", label: t.yes };
  const no = { value: "no", label: t.no };
  switch (name) {
    case "status":
    case "campaign":
    case "type":
    case "gender":
      return toFacetValues(options?.[name] ?? [], t.empty);
    case "transcript":
    case "confirmed":
    case "incomplete":
      return toAnswers(options?.[name], yes, no);
    case "phone":
      return toAnswers(
        options?.phoneOk,
        { value: "ok", label: t.ok },
        { value: "wrong", label: t.wrong },
      );
    case "minutes":
      return minutePresets.map(({ label, minutes: { least, most } }) => {
        const value = `${least ?? ""}..${most ?? ""}`;
        return { value, label: value, detail: label };
      });
    case "from":
    case "to":
      return datePresets(now, timeZone).map((preset) => ({
        value: preset[name],
        label: preset[name],
        detail: preset.label,
      }));
    case "notes":
    case "protected":
      return toAnswers(undefined, yes, no).slice(0, 2);
    case "audio":
    case "heard":
    case "issue":
    case "review":
    case "mentioned":
    case "text":
      return Object.entries(markLabels[name === "issue" ? "check" : name]).map(
        ([value, label]) => ({ value: value || null, label }),
      );
    case "tag":
    case "customer":
      return [];
  }
}

function toFacetValues(facet: FacetOption[], empty: string): Value[] {
  const values = facet.map(({ token, label, count, parts = [] }) => {
    const others = parts.filter((part) => part.token !== token).map((part) => part.value);
    return { value: token === "~" ? null : token.replace(/^\\/, ""), others, label, count };
  });
  const hasEmpty = values.some(({ value }) => value === null);
  return hasEmpty ? values : [...values, { value: null, label: empty, count: 0 }];
}

function toAnswers(
  counts: { yes: number; no: number } | undefined,
  yes: Value,
  no: Value,
): Value[] {
  return [
    { ...yes, count: counts?.yes },
    { ...no, count: counts?.no },
    { value: null, label: searchSuggestionsTexts().empty },
  ];
}

/** The names of filters are the search's own in every language; `also` has those of the reader's. */
export const searchSuggestionsTexts = texts("searchSuggestions", {
  suggestions: "Suggestions",
  found: (count: number) => `${count} ${count === 1 ? "suggestion" : "suggestions"}`,
  fields: {
    status: { detail: "Status", also: "" },
    campaign: { detail: "Campaign", also: "" },
    minutes: { detail: "Minutes, such as 2..5", also: "" },
    from: { detail: "From this day", also: "" },
    to: { detail: "Up to this day", also: "" },
    type: { detail: "Customer type", also: "" },
    gender: { detail: "Gender", also: "" },
    customer: { detail: "Customer id", also: "" },
    audio: { detail: "Audio, such as gone", also: "" },
    heard: { detail: "Heard by me, by anyone, or half of it", also: "" },
    issue: { detail: "Audio issue, such as silent", also: "" },
    tag: { detail: "Tag", also: "" },
    review: { detail: "Review, such as flagged", also: "" },
    mentioned: { detail: "Mentioned in notes, such as me", also: "" },
    notes: { detail: "Notes, yes or no", also: "" },
    protected: { detail: "Protected from deletion, yes or no", also: "" },
    text: { detail: "Spoken text, such as kept", also: "" },
    transcript: { detail: "Transcript, yes or no", also: "" },
    confirmed: { detail: "Customer confirmed, yes or no", also: "" },
    phone: { detail: "Phone number, ok or wrong", also: "" },
    incomplete: { detail: "Incomplete, yes or no", also: "" },
  } satisfies Record<TokenName, { detail: string; also: string }>,
  yes: "yes",
  no: "no",
  ok: "ok",
  wrong: "wrong",
  empty: "empty",
});
