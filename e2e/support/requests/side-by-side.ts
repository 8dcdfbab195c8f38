/** The results of all the work in the order of the items, with at most `width` under way at a time. */
export async function sideBySide<Item, Result>(
  items: Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const runners = Array.from({ length: width }, async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  });
  await Promise.all(runners);
  return results;
}
