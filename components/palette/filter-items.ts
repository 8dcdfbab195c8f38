import { ArrowDownUp, Eraser, ListFilter, Megaphone } from "lucide-react";
import { countFormat } from "@/components/format/numbers";
import { toListHref } from "@/components/list/href";
import type { FacetOption, FacetOptions } from "@/components/recordings/counts/facet-options";
import { toTokens } from "@/components/recordings/counts/facet-tokens";
import {
  minutePresets,
  relativePresets,
  sortOrders,
  yesNoFields,
} from "@/components/recordings/filters/filter-choices";
import { markLabels, valueFieldLabels } from "@/components/vocabulary/values";
import type { FlagField } from "@/lib/recordings/filter/filter";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";
import { foldText } from "@/lib/recordings/record/search-text";
import type { PaletteItem } from "./find-items";

type Parameters = [name: string, value: string][];

/** Every filter and every order, each added to the list of `search`. */
export function toFilterItems(search: string, options: FacetOptions | null): PaletteItem[] {
  const item = (label: string, set: Parameters, rest: Partial<PaletteItem> = {}): PaletteItem => ({
    group: "Filters",
    icon: ListFilter,
    label,
    href: withParameters(search, set),
    ...rest,
  });
  const set = new Set(new URLSearchParams(search).keys());
  return [
    ...(["status", "campaign", "gender", "type"] as const).flatMap((field) =>
      withEmpty(options?.[field] ?? []).flatMap((option) => {
        const { label, raw, group = "", count, parts = [] } = option;
        const tokens = toTokens(option);
        const name = valueFieldLabels[field];
        return [
          item(`${name} is ${label}`, addTo(search, field, tokens), {
            raw,
            words: `${raw ?? ""} ${group}`,
            isOnlyIfSought: count === 0,
          }),
          item(`${name} is not ${label}`, addTo(search, field, tokens, "!"), {
            raw,
            words: `exclude without ${raw ?? ""} ${group}`,
            isOnlyIfSought: true,
          }),
          ...parts.map(({ token, value }) =>
            item(`${name} is ${value} (raw)`, addTo(search, field, [token]), {
              words: label,
              isOnlyIfSought: true,
            }),
          ),
        ];
      }),
    ),
    ...Object.entries(markLabels.audio).flatMap(([value, label]) => [
      item(`Audio is ${label}`, addTo(search, "audio", [value || "~"]), { isOnlyIfSought: true }),
      item(`Audio is not ${label}`, addTo(search, "audio", [value || "~"], "!"), {
        isOnlyIfSought: true,
      }),
    ]),
    ...relativePresets.map(({ label, days }) =>
      item(label, [["days", days]], { words: "date day created" }),
    ),
    ...minutePresets.map(({ label, minutes: { least, most } }) =>
      item(label, [["minutes", `${least ?? ""}..${most ?? ""}`]], {
        words: "minutes length duration",
      }),
    ),
    ...yesNoFields.flatMap(({ field, parameter, label }) => [
      ...flagAnswers[field].map(({ answer, label: name, says }) =>
        item(name, [[parameter, String(answer)]], { words: `${label} ${says.join(" ")}` }),
      ),
      ...(["true", "false", "~"] as const).map((value) =>
        item(`${label} is not ${flagWords[value]}`, [[parameter, `!${value}`]], {
          isOnlyIfSought: true,
        }),
      ),
      item(`${label} is empty`, [[parameter, "~"]], { words: "none", isOnlyIfSought: true }),
    ]),
    ...clearable.flatMap(({ label, parameters }) =>
      parameters.some((name) => set.has(name))
        ? [
            item(
              label,
              parameters.map((name) => [name, ""]),
              { words: "remove", icon: Eraser },
            ),
          ]
        : [],
    ),
    ...sortOrders.map(({ sort, label }) =>
      item(label, [["sort", sort]], { words: "sort order by", icon: ArrowDownUp }),
    ),
  ];
}

/** What is empty comes last, under one word for every field. */
function withEmpty(values: FacetOption[]): FacetOption[] {
  const count = values.find(({ token }) => token === "~")?.count ?? 0;
  const others = values.filter(({ token }) => token !== "~");
  return [...others, { token: "~", label: "empty", count }];
}

/** How people ask for the answers of a call. */
const flagAnswers: Record<FlagField, { answer: boolean; label: string; says: string[] }[]> = {
  transcript: [
    { answer: true, label: "With a transcript", says: ["transcript", "has transcript"] },
    { answer: false, label: "Without a transcript", says: ["without transcript", "no transcript"] },
  ],
  confirmed: [
    { answer: true, label: "Customer confirmed", says: ["confirmed"] },
    { answer: false, label: "Customer not confirmed", says: ["not confirmed", "unconfirmed"] },
  ],
  phoneOk: [
    { answer: true, label: "Correct phone number", says: ["correct number", "right number"] },
    {
      ...{ answer: false, label: "Wrong phone number" },
      says: ["wrong number", "incorrect number", "bad number", "invalid number", "wrong phone"],
    },
  ],
  incomplete: [
    { answer: true, label: "Incomplete calls", says: ["incomplete"] },
    { answer: false, label: "Complete calls", says: ["not incomplete", "nothing missing"] },
  ],
};

/** The campaigns, each with all of its calls. */
export function toCampaignItems(options: FacetOptions | null): PaletteItem[] {
  return (options?.campaign ?? []).map((option) => ({
    group: "Campaigns",
    icon: Megaphone,
    label: option.label,
    raw: option.raw,
    words: `campaign calls ${option.raw ?? ""}`,
    detail: [options?.areValuesMore ? "" : describeCalls(option.count)],
    isOnlyIfSought: true,
    href: toListHref(toTokens(option).map((token) => ["campaign", token])),
  }));
}

export function describeCalls(count: number): string {
  return `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;
}

const flagWords = { true: "yes", false: "no", "~": "empty" };

const clearable = [
  { label: "Any status", parameters: ["status"] },
  { label: "Any campaign", parameters: ["campaign"] },
  { label: "Any date", parameters: ["from", "to", "days"] },
  { label: "Any length", parameters: ["minutes"] },
  { label: "Any gender", parameters: ["gender"] },
  { label: "Any customer type", parameters: ["type"] },
  { label: "Any customer", parameters: ["customer"] },
  { label: "Any audio", parameters: ["audio"] },
  ...yesNoFields.map(({ parameter, label }) => ({
    label: `${label}: any`,
    parameters: [parameter],
  })),
  { label: "No search", parameters: ["q"] },
];

/** What only the text itself can say: filters as the search box takes them, a day, a range of minutes, a customer's id. */
export function toTypedItems(search: string, text: string): PaletteItem[] {
  const written = readSearch(text);
  const item = (label: string, href: string): PaletteItem => ({
    ...{ group: "Filters", icon: ListFilter, label, words: text, href },
  });
  if (written.parameters.length > 0) {
    const href = toListHref(addSearch(withoutPage(search), written));
    return [item(`Filter by ${text.trim()}`, href)];
  }
  return typed.flatMap(({ pattern, label, parameter }) => {
    const value = pattern.exec(text.trim())?.[1];
    if (!value) return [];
    return [item(`${label} ${value}`, withParameters(search, [[parameter, value]]))];
  });
}

/** Several filters at once, as people say them: "failed yesterday", "busy spring wrong number". */
export function toPlainItems(
  search: string,
  text: string,
  options: FacetOptions | null,
): PaletteItem[] {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !fillers.has(word));
  const phrases = listPhrases(options);
  const found: Phrase[] = [];
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at).join(" ");
    const [phrase] = phrases.filter(({ says }) => beginsWith(rest, says, at > 0));
    if (!phrase) return [];
    found.push(phrase);
    at += phrase.says.split(" ").length;
  }
  const names = new Set(found.map(({ set }) => set[0]?.[0]));
  if (found.length < 2 || names.size < found.length) return [];
  const href = withParameters(
    search,
    found.flatMap(({ set }) => set),
  );
  const label = found.map((phrase) => phrase.label).join(", ");
  return [{ group: "Filters", icon: ListFilter, label, words: text, href }];
}

type Phrase = { says: string; label: string; set: Parameters };

const fillers = new Set(["calls", "call", "and", "with", "the", "of", "from", "in", "on", "is"]);

/** The longest first. */
function listPhrases(options: FacetOptions | null): Phrase[] {
  const phrase = (says: string, label: string, set: Parameters): Phrase => {
    const words = foldText(says).split(/[^\p{L}\p{N}]+/u);
    return { says: words.filter((word) => word && !fillers.has(word)).join(" "), label, set };
  };
  return [
    ...(["status", "campaign", "type", "gender"] as const).flatMap((field) =>
      (options?.[field] ?? []).map((option) =>
        phrase(
          option.label,
          `${valueFieldLabels[field]} is ${option.label}`,
          toTokens(option).map((token) => [field, token]),
        ),
      ),
    ),
    ...relativePresets.map(({ label, days }) => phrase(label, label, [["days", days]])),
    ...yesNoFields.flatMap(({ field, parameter }) =>
      flagAnswers[field].flatMap(({ answer, label, says }) =>
        says.map((one) => phrase(one, label, [[parameter, String(answer)]])),
      ),
    ),
  ]
    .filter(({ says }) => says !== "")
    .sort((one, other) => other.says.length - one.says.length);
}

/** The last one may still be being written. */
function beginsWith(text: string, says: string, mayBeShort: boolean): boolean {
  return (
    `${text} `.startsWith(`${says} `) || (mayBeShort && text.length > 2 && says.startsWith(text))
  );
}

const typed = [
  { pattern: /^(?:from|since) (\d{4}-\d\d-\d\d)$/i, label: "From", parameter: "from" },
  { pattern: /^(?:to|until) (\d{4}-\d\d-\d\d)$/i, label: "Until", parameter: "to" },
  { pattern: /^minutes (\d+\.\.\d*|\.\.\d+)$/i, label: "Minutes", parameter: "minutes" },
  { pattern: /^customer (\S+)$/i, label: "Customer is", parameter: "customer" },
];

/** Several values of one field are a choice between them; what is excluded can't be chosen. */
function addTo(search: string, field: string, tokens: string[], sign: "" | "!" = ""): Parameters {
  const opposite = new Set(tokens.map((token) => (sign === "" ? `!${token}` : token)));
  const kept = new URLSearchParams(search).getAll(field).filter((one) => !opposite.has(one));
  const added = tokens.map((token) => `${sign}${token}`);
  return [...new Set([...kept, ...added])].map((value) => [field, value]);
}

/** From the first page on, and with no call open: both belong to the list as it was. */
export function withParameters(search: string, set: Parameters): string {
  const names = set.map(([name]) => name);
  const replaced = new Set(names);
  // Days that go with the calendar and fixed ones take each other's place.
  if (names.includes("days")) for (const name of ["from", "to"]) replaced.add(name);
  if (names.includes("from") || names.includes("to")) replaced.add("days");
  return toListHref([...withoutPage(search).filter(([name]) => !replaced.has(name)), ...set]);
}

function withoutPage(search: string): Parameters {
  const paging = new Set(["after", "before", "open"]);
  return [...new URLSearchParams(search)].filter(([name]) => !paging.has(name));
}
