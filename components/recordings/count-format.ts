/** Numbers of things, with their thousands apart; the same on server and client. */
export const countFormat = new Intl.NumberFormat("en");

/** "1,204", or "10,000+" where counting stopped. Nothing is left to say of none at least. */
export function formatBounded({ count, isMore }: { count: number; isMore: boolean }): string {
  if (!isMore) return countFormat.format(count);
  return count === 0 ? "" : `${countFormat.format(count)}+`;
}
