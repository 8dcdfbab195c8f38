/** Numbers of things, with their thousands apart; the same on server and client. */
export const countFormat = new Intl.NumberFormat("en");

/** "1,204", or "10,000+" where counting stopped. Nothing is left to say of none at least. */
export function formatBounded({ count, isMore }: { count: number; isMore: boolean }): string {
  if (!isMore) return countFormat.format(count);
  return count === 0 ? "" : `${countFormat.format(count)}+`;
}

type Calls = { total: number; isTotalMore: boolean; estimate: number | null };

/** "1,204 calls", or "more than 10,000 calls, about 24,000" where counting stopped. */
export function tellCalls({ total, isTotalMore, estimate }: Calls): string {
  const calls = `${countFormat.format(total)} ${total === 1 ? "call" : "calls"}`;
  if (!isTotalMore) return calls;
  return `more than ${calls}${estimate === null ? "" : `, about ${countFormat.format(estimate)}`}`;
}
