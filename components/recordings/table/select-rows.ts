/** Which rows are selected, and where a range begins. */
export type Selection = {
  ids: ReadonlySet<string>;
  /** The row that was chosen last by itself; a range reaches from there. */
  anchor: string | null;
  /** What was selected before the range. */
  kept: ReadonlySet<string>;
};

export const noSelection: Selection = { ids: new Set(), anchor: null, kept: new Set() };

export function toggleRow({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id, kept: next };
}

/** Selects from the anchor to a row, in place of the range before; `from` is the anchor if there is none. */
export function selectRange(
  selection: Selection,
  order: readonly string[],
  to: string,
  from = to,
): Selection {
  const anchor = selection.anchor ?? from;
  const [one, other] = [order.indexOf(anchor), order.indexOf(to)];
  if (one === -1 || other === -1) return toggleRow(selection, to);
  const range = order.slice(Math.min(one, other), Math.max(one, other) + 1);
  return { ids: new Set([...selection.kept, ...range]), anchor, kept: selection.kept };
}

export function selectAll(order: readonly string[]): Selection {
  const ids = new Set(order);
  return { ids, anchor: null, kept: ids };
}
