import { toListHref } from "@/components/list/href";
import type { FacetOption, FacetOptions } from "@/components/recordings/counts/facet-options";
import { toTokens } from "@/components/recordings/counts/facet-tokens";
import {
  minutePresets,
  relativePresets,
  sortOrders,
  yesNoFields,
} from "@/components/recordings/filters/filter-choices";
import { valueFieldLabels } from "@/components/vocabulary/values";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";
import type { PaletteItem } from "./palette-list";

type Parameters = [name: string, value: string][];

/** Every filter and every order, each added to the list of `search`. */
export function toFilterItems(search: string, options: FacetOptions | null): PaletteItem[] {
  const item = (label: string, set: Parameters, rest: Partial<PaletteItem> = {}): PaletteItem => ({
    ...rest,
    group: "Filters",
    label,
    href: withParameters(search, set),
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
    ...relativePresets.map(({ label, days }) =>
      item(label, [["days", days]], { words: "date day created" }),
    ),
    ...minutePresets.map(({ label, minutes: { least, most } }) =>
      item(label, [["minutes", `${least ?? ""}..${most ?? ""}`]], {
        words: "minutes length duration",
      }),
    ),
    ...yesNoFields.flatMap(({ parameter, label }) => [
      item(`${label}: yes`, [[parameter, "true"]], { words: "with has" }),
      item(`${label}: no`, [[parameter, "false"]], { words: "without" }),
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
              { words: "remove" },
            ),
          ]
        : [],
    ),
    ...sortOrders.map(({ sort, label }) =>
      item(label, [["sort", sort]], { words: "sort order by" }),
    ),
  ];
}

/** What is empty comes last, under one word for every field. */
function withEmpty(values: FacetOption[]): FacetOption[] {
  const count = values.find(({ token }) => token === "~")?.count ?? 0;
  const others = values.filter(({ token }) => token !== "~");
  return [...others, { token: "~", label: "empty", count }];
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
  ...yesNoFields.map(({ parameter, label }) => ({
    label: `${label}: any`,
    parameters: [parameter],
  })),
  { label: "No search", parameters: ["q"] },
];

/** What only the text itself can say: filters as the search box takes them, a day, a range of minutes, a customer's id. */
export function toTypedItems(search: string, text: string): PaletteItem[] {
  const written = readSearch(text);
  if (written.parameters.length > 0) {
    const href = toListHref(addSearch(withoutPage(search), written));
    return [{ group: "Filters", label: `Filter by ${text.trim()}`, words: text, href }];
  }
  return typed.flatMap(({ pattern, label, parameter }) => {
    const value = pattern.exec(text.trim())?.[1];
    if (!value) return [];
    const href = withParameters(search, [[parameter, value]]);
    return [{ group: "Filters", label: `${label} ${value}`, words: text, href }];
  });
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
function withParameters(search: string, set: Parameters): string {
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
