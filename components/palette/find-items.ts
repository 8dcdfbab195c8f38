import type { PaletteItem } from "./palette-list";

const maxOfGroup = 8;

/** The items that have every word of the text, the best of each group first; few of each group. */
export function findItems(items: PaletteItem[], text: string): PaletteItem[] {
  const sought = fold(text).split(/\s+/).filter(Boolean);
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

const groups = ["Pages", "Views", "Filters", "Actions", "Calls"] as const;

/** 0: it lacks a word. Words of the label count more than others, and beginnings more than parts. */
function toRank({ group, label, words = "" }: PaletteItem, sought: string[]): number {
  // Whatever is sought may be in a call.
  if (group === "Calls") return 1;
  const inLabel = toWords(label);
  const inAll = [...inLabel, ...toWords(words)];
  const ranks = sought.map((word) => {
    if (inLabel.includes(word)) return 4;
    if (inLabel.some((one) => one.startsWith(word))) return 3;
    if (inAll.some((one) => one.startsWith(word))) return 2;
    return fold(`${label} ${words}`).includes(word) ? 1 : 0;
  });
  if (ranks.includes(0)) return 0;
  return 1 + ranks.reduce<number>((sum, rank) => sum + rank, 0);
}

function toWords(text: string): string[] {
  return fold(text).split(/[^\p{L}\p{N}]+/u);
}

/** As people type: without marks and capitals. */
function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
