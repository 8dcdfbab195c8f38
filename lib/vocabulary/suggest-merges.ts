import { foldText } from "@/lib/recordings/record/search-text";

/** Names that look like another one: whoever agrees gives them that name. */
export type MergeSuggestion = { into: string; names: string[] };

type Named = { name: string; calls: number | null };

/**
 * Names that differ from a more frequent one in case, accents, blanks and signs alone, or by a letter
 * or two. Digits must be the same ("spring 25" is not "spring 26"), and so must the first letter
 * ("answered" is not "unanswered"). Distinct pairs are never suggested.
 */
export function suggestMerges(
  names: readonly Named[],
  areDistinct: (name: string, other: string) => boolean = () => false,
): MergeSuggestion[] {
  const forms = names
    .filter(({ name }) => name.length <= mostCompared)
    .toSorted((one, other) => (other.calls ?? 0) - (one.calls ?? 0))
    .slice(0, mostNames)
    .map(({ name }) => ({ name, ...toForm(name) }))
    .filter(({ letters }) => letters !== "");
  const suggestions = new Map<string, string[]>();
  const targets = new Map<string, typeof forms>();
  for (const form of forms) {
    const bucket = `${form.letters[0]}\n${form.digits}`;
    const others = targets.get(bucket) ?? [];
    const alike = others
      .filter(({ name }) => !areDistinct(form.name, name))
      .map(({ name, letters }) => ({ name, distance: measure(form.letters, letters) }))
      .filter(({ distance }) => distance !== null)
      .sort((one, other) => (one.distance ?? 0) - (other.distance ?? 0))[0];
    if (alike) suggestions.set(alike.name, [...(suggestions.get(alike.name) ?? []), form.name]);
    else targets.set(bucket, [...others, form]);
  }
  return [...suggestions].map(([into, alike]) => ({ into, names: alike }));
}

/** Longer names are no slip of the pen; and a pair must fit into an index. */
const mostCompared = 100;
const mostNames = 500;

/** What is left of a name where spelling is left out. */
function toForm(name: string): { letters: string; digits: string } {
  const plain = foldText(name).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
  return {
    letters: plain.replaceAll(/\p{N}/gu, ""),
    digits: (plain.match(/\p{N}+/gu) ?? []).join(" "),
  };
}

/** How many letters differ, if so few that it may be a slip; neighbours that changed places are one. */
function measure(one: string, other: string): number | null {
  const length = Math.min(one.length, other.length);
  const most = length >= 8 ? 2 : length >= 4 ? 1 : 0;
  if (Math.abs(one.length - other.length) > most) return null;
  const [from, to] = trimEnds(one, other);
  let before: number[] = [];
  let row = [0, 1, 2].slice(0, most + 1);
  for (let at = 1; at <= from.length; at += 1) {
    // Farther from the diagonal, more differs than may.
    const next: number[] = at <= most ? [at] : [];
    for (let by = Math.max(1, at - most); by <= Math.min(to.length, at + most); by += 1) {
      const isTurned = from[at - 1] === to[by - 2] && from[at - 2] === to[by - 1];
      next[by] = Math.min(
        (row[by] ?? far) + 1,
        (next[by - 1] ?? far) + 1,
        (row[by - 1] ?? far) + (from[at - 1] === to[by - 1] ? 0 : 1),
        at > 1 && by > 1 && isTurned ? (before[by - 2] ?? far) + 1 : far,
      );
    }
    if (next.every((distance) => distance > most)) return null;
    [before, row] = [row, next];
  }
  const distance = row[to.length] ?? far;
  return distance <= most ? distance : null;
}

const far = Number.POSITIVE_INFINITY;

/** Both without what they begin and end with alike. */
function trimEnds(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one.charCodeAt(head) === other.charCodeAt(head)) head += 1;
  let tail = 0;
  const isAlike = () =>
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail);
  while (tail < shorter - head && isAlike()) tail += 1;
  return [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
}
