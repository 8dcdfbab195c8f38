/** How often each value occurs. */
export function tallyBy<T>(items: Iterable<T>, toKey: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[toKey(item)] = (counts[toKey(item)] ?? 0) + 1;
  return counts;
}
