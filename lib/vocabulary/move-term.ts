import type { ListedTermView } from "./views";

/**
 * The values that have a position once one of them stands before another, from the first on: as many
 * as had one and as the move needs. Before null: at the end. A value that isn't there stays out.
 */
export function moveTerm(
  terms: readonly Pick<ListedTermView, "value" | "position">[],
  value: string,
  before: string | null,
): string[] {
  const moved = terms.find((term) => term.value === value);
  if (!moved || value === before) return toPlaced(terms);
  const others = terms.filter((term) => term !== moved);
  const found = others.findIndex((term) => term.value === before);
  const index = found < 0 ? others.length : found;
  return toPlaced(others.toSpliced(index, 0, { value, position: index }));
}

function toPlaced(terms: readonly Pick<ListedTermView, "value" | "position">[]): string[] {
  const last = terms.findLastIndex(({ position }) => position !== null);
  return terms.slice(0, last + 1).map(({ value }) => value);
}
