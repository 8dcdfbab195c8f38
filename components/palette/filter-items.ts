import { ArrowDownUp, Eraser, ListFilter, Megaphone } from "lucide-react";
import { toListHref } from "@/components/list/href";
import {
  minutePresets,
  relativePresets,
  sortOrders,
  yesNoFields,
} from "@/components/recordings/filters/filter-choices";
import {
  type FacetOption,
  type FacetOptions,
  toTokens,
} from "@/components/recordings/list-answers";
import { markLabels, valueFieldLabels } from "@/components/vocabulary/values";
import type { FlagField } from "@/lib/recordings/filter/filter";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";
import { foldText } from "@/lib/recordings/record/search-text";
import type { PaletteItem } from "./items";
import { paletteTexts } from "./texts.en";

type Parameters = [name: string, value: string][];

/** Every filter and every order, each added to the list of `search`. */
export function toFilterItems(search: string, options: FacetOptions | null): PaletteItem[] {
  const t = paletteTexts().filters;
  const item = (label: string, set: Parameters, rest: Partial<PaletteItem> = {}): PaletteItem => ({
    group: "filters",
    icon: ListFilter,
    label,
    href: withParameters(search, set),
    ...rest,
  });
  const set = new Set(new URLSearchParams(search).keys());
  return [
    ...(["status", "campaign", "gender", "type"] as const).flatMap((field) =>
      withEmpty(options?.[field] ?? [], t.empty).flatMap((option) => {
        const { label, raw, group = "", count, parts = [] } = option;
        const tokens = toTokens(option);
        const name = valueFieldLabels[field];
        return [
          item(t.is(name, label), addTo(search, field, tokens), {
            raw,
            words: `${raw ?? ""} ${group}`,
            isOnlyIfSought: count === 0,
          }),
          item(t.isNot(name, label), addTo(search, field, tokens, "!"), {
            raw,
            words: `${t.words.isNot} ${raw ?? ""} ${group}`,
            isOnlyIfSought: true,
          }),
          ...parts.map(({ token, value }) =>
            item(t.isRaw(name, value), addTo(search, field, [token]), {
              words: label,
              isOnlyIfSought: true,
            }),
          ),
        ];
      }),
    ),
    ...Object.entries(markLabels.audio).flatMap(([value, label]) => [
      item(t.is(t.audio, label), addTo(search, "audio", [value || "~"]), { isOnlyIfSought: true }),
      item(t.isNot(t.audio, label), addTo(search, "audio", [value || "~"], "!"), {
        isOnlyIfSought: true,
      }),
    ]),
    ...relativePresets.map(({ label, days }) =>
      item(label, [["days", days]], { words: t.words.days }),
    ),
    ...minutePresets.map(({ label, minutes: { least, most } }) =>
      item(label, [["minutes", `${least ?? ""}..${most ?? ""}`]], {
        words: t.words.minutes,
      }),
    ),
    ...yesNoFields.flatMap(({ field, parameter, label }) => [
      ...listAnswers(field).map(({ answer, label: name, says }) =>
        item(name, [[parameter, answer]], { words: `${label} ${says.join(" ")}` }),
      ),
      ...(["true", "false", "~"] as const).map((value) =>
        item(t.isNot(label, t.answers[value]), [[parameter, `!${value}`]], {
          isOnlyIfSought: true,
        }),
      ),
      item(t.is(label, t.answers["~"]), [[parameter, "~"]], {
        words: t.words.none,
        isOnlyIfSought: true,
      }),
    ]),
    ...listClearable().flatMap(({ label, parameters }) =>
      parameters.some((name) => set.has(name))
        ? [
            item(
              label,
              parameters.map((name) => [name, ""]),
              { words: t.words.clear, icon: Eraser },
            ),
          ]
        : [],
    ),
    ...sortOrders.map(({ sort, label }) =>
      item(label, [["sort", sort]], { words: t.words.sort, icon: ArrowDownUp }),
    ),
  ];
}

/** What is empty comes last, under one word for every field. */
function withEmpty(values: FacetOption[], label: string): FacetOption[] {
  const count = values.find(({ token }) => token === "~")?.count ?? 0;
  const others = values.filter(({ token }) => token !== "~");
  return [...others, { token: "~", label, count }];
}

/** Both answers of a question, and how people ask for them. */
function listAnswers(field: FlagField) {
  const { yes, no } = paletteTexts().filters.flags[field];
  return [
    { answer: "true", ...yes },
    { answer: "false", ...no },
  ];
}

/** The campaigns, each with all of its calls. */
export function toCampaignItems(options: FacetOptions | null): PaletteItem[] {
  const t = paletteTexts();
  return (options?.campaign ?? []).map((option) => ({
    group: "campaigns",
    icon: Megaphone,
    label: option.label,
    raw: option.raw,
    words: `${t.filters.words.campaign} ${option.raw ?? ""}`,
    detail: [options?.areValuesMore ? "" : t.calls(option.count)],
    isOnlyIfSought: true,
    href: toListHref(toTokens(option).map((token) => ["campaign", token])),
  }));
}

function listClearable(): { label: string; parameters: string[] }[] {
  const t = paletteTexts().filters.any;
  return [
    { label: t.status, parameters: ["status"] },
    { label: t.campaign, parameters: ["campaign"] },
    { label: t.date, parameters: ["from", "to", "days"] },
    { label: t.length, parameters: ["minutes"] },
    { label: t.gender, parameters: ["gender"] },
    { label: t.type, parameters: ["type"] },
    { label: t.customer, parameters: ["customer"] },
    { label: t.audio, parameters: ["audio"] },
    ...yesNoFields.map(({ parameter, label }) => ({
      label: t.answer(label),
      parameters: [parameter],
    })),
    { label: t.search, parameters: ["q"] },
  ];
}

/** What only the text itself can say: filters as the search box takes them, a day, a range of minutes, a customer's id. */
export function toTypedItems(search: string, text: string): PaletteItem[] {
  const t = paletteTexts().filters;
  const written = readSearch(text);
  const item = (label: string, href: string): PaletteItem => ({
    group: "filters",
    icon: ListFilter,
    label,
    words: text,
    href,
  });
  if (written.parameters.length > 0) {
    const href = toListHref(addSearch(withoutPage(search), written));
    return [item(t.byText(text.trim()), href)];
  }
  return typed.flatMap(({ name, value: sought }) => {
    const { says, label } = t.typed[name];
    const value = new RegExp(`^(?:${says.join("|")}) (${sought})$`, "i").exec(text.trim())?.[1];
    return value ? [item(label(value), withParameters(search, [[name, value]]))] : [];
  });
}

/** Several filters at once, as people say them: "failed yesterday", "busy spring wrong number". */
export function toPlainItems(
  search: string,
  text: string,
  options: FacetOptions | null,
): PaletteItem[] {
  const words = toWords(text);
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
  return [{ group: "filters", icon: ListFilter, label, words: text, href }];
}

type Phrase = { says: string; label: string; set: Parameters };

/** The words of a text that say something. */
function toWords(text: string): string[] {
  const fillers = new Set(foldText(paletteTexts().filters.fillers).split(" "));
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !fillers.has(word));
}

/** The longest first. */
function listPhrases(options: FacetOptions | null): Phrase[] {
  const t = paletteTexts().filters;
  const phrase = (says: string, label: string, set: Parameters): Phrase => ({
    says: toWords(says).join(" "),
    label,
    set,
  });
  return [
    ...(["status", "campaign", "type", "gender"] as const).flatMap((field) =>
      (options?.[field] ?? []).map((option) =>
        phrase(
          option.label,
          t.is(valueFieldLabels[field], option.label),
          toTokens(option).map((token) => [field, token]),
        ),
      ),
    ),
    ...relativePresets.map(({ label, days }) => phrase(label, label, [["days", days]])),
    ...yesNoFields.flatMap(({ field, parameter }) =>
      listAnswers(field).flatMap(({ answer, label, says }) =>
        says.map((one) => phrase(one, label, [[parameter, answer]])),
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
  { name: "from", value: "\\d{4}-\\d\\d-\\d\\d" },
  { name: "to", value: "\\d{4}-\\d\\d-\\d\\d" },
  { name: "minutes", value: "\\d+\\.\\.\\d*|\\.\\.\\d+" },
  { name: "customer", value: "\\S+" },
] as const;

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
