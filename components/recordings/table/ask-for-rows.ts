import type { RowFace } from "./to-row-face";

/** An address may not be much longer than this. */
const maxLength = 4_000;

/** Rows as they are now, of those whose content came after a mark; null when they can't be had. */
export async function askForRows(
  ids: string[],
  since: string,
  columns: string,
  signal: AbortSignal,
): Promise<RowFace[] | null> {
  const rows: RowFace[] = [];
  try {
    for (const query of toQueries(ids)) {
      const response = await fetch(`/api/recordings/rows?since=${since}${columns}${query}`, {
        signal,
      });
      if (!response.ok) return null;
      rows.push(...((await response.json()) as { rows: RowFace[] }).rows);
    }
    return rows;
  } catch {
    return null;
  }
}

/** As few addresses as hold them all. */
export function toQueries(ids: string[]): string[] {
  const queries: string[] = [];
  for (const id of ids) {
    const parameter = `&id=${encodeURIComponent(id)}`;
    const last = queries.at(-1);
    if (last !== undefined && last.length + parameter.length <= maxLength) {
      queries[queries.length - 1] = last + parameter;
    } else queries.push(parameter);
  }
  return queries;
}
