import type { FacetOptions } from "@/components/recordings/facet-options";
import { minutePresets } from "@/components/recordings/minute-presets";
import { relativePresets } from "@/components/recordings/relative-presets";
import { sortOrders } from "@/components/recordings/sort-orders";
import { toListHref } from "@/components/recordings/to-list-href";
import { valueFieldLabels } from "@/components/recordings/value-labels";
import { yesNoFields } from "@/components/recordings/yes-no-fields";
import type { PaletteItem } from "./palette-item";

type Parameters = [name: string, value: string][];

/** Every filter and every order, each added to the list of `search`. */
export function toFilterItems(search: string, options: FacetOptions | null): PaletteItem[] {
  const item = (label: string, set: Parameters, rest: Partial<PaletteItem> = {}): PaletteItem => ({
    ...rest,
    group: "Filters",
    label,
    href: withParameters(search, set),
  });
  return [
    ...(["status", "campaign", "gender", "type"] as const).flatMap((field) =>
      (options?.[field] ?? []).flatMap(({ token, label }) => [
        item(`${valueFieldLabels[field]} is ${label}`, addTo(search, field, token)),
        item(`${valueFieldLabels[field]} is not ${label}`, addTo(search, field, `!${token}`), {
          words: "exclude without",
          isOnlyIfSought: true,
        }),
      ]),
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
    ]),
    ...sortOrders.map(({ sort, label }) =>
      item(label, [["sort", sort]], { words: "sort order by" }),
    ),
  ];
}

/** What only the text itself can say: a day, a range of minutes, a customer's id. */
export function toTypedItems(search: string, text: string): PaletteItem[] {
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
function addTo(search: string, field: string, token: string): Parameters {
  const opposite = token.startsWith("!") ? token.slice(1) : `!${token}`;
  const kept = new URLSearchParams(search).getAll(field).filter((one) => one !== opposite);
  return [...new Set([...kept, token])].map((value) => [field, value]);
}

/** From the first page on, and with no call open: both belong to the list as it was. */
function withParameters(search: string, set: Parameters): string {
  const names = set.map(([name]) => name);
  const replaced = new Set(["after", "before", "open", ...names]);
  // Days that go with the calendar and fixed ones take each other's place.
  if (names.includes("days")) for (const name of ["from", "to"]) replaced.add(name);
  if (names.includes("from") || names.includes("to")) replaced.add("days");
  const kept = [...new URLSearchParams(search)].filter(([name]) => !replaced.has(name));
  return toListHref([...kept, ...set]);
}
