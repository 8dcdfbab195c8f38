import type { ListedNameView } from "./views";

/**
 * The names that have a position once one of them stands before another, from the first on: as many
 * as had one and as the move needs. Before null: at the end. A name that isn't there stays out.
 */
export function moveName(
  names: readonly Pick<ListedNameView, "name" | "position">[],
  name: string,
  before: string | null,
): string[] {
  const moved = names.find((one) => one.name === name);
  if (!moved || name === before) return toPlaced(names);
  const others = names.filter((one) => one !== moved);
  const found = others.findIndex((one) => one.name === before);
  const index = found < 0 ? others.length : found;
  return toPlaced(others.toSpliced(index, 0, { name, position: index }));
}

function toPlaced(names: readonly Pick<ListedNameView, "name" | "position">[]): string[] {
  const last = names.findLastIndex(({ position }) => position !== null);
  return names.slice(0, last + 1).map(({ name }) => name);
}
