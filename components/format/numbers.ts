import type { Cost } from "@/lib/transcripts/views";
import { numberFormat } from "./intl";
import { formatTexts } from "./text";

/** Numbers of things, with their thousands apart; the same on server and client. */
export const countFormat = numberFormat();

/** A number with its noun: "1 call", "1,204 calls". */
export function counted(count: number, one: string, many: string): string {
  return `${countFormat.format(count)} ${count === 1 ? one : many}`;
}

/** "1,204", or "10,000+" where counting stopped. Nothing is left to say of none at least. */
export function formatBounded({ count, isMore }: { count: number; isMore: boolean }): string {
  if (!isMore) return countFormat.format(count);
  return count === 0 ? "" : `${countFormat.format(count)}+`;
}

/** So that nobody takes an estimate for a count: 1,234 is about 1,200. */
export function roundToTwoDigits(count: number): number {
  return Number(count.toPrecision(2));
}

type Calls = { total: number; isTotalMore: boolean; estimate: number | null };

/** "1,204 calls", or "more than 10,000 calls, about 24,000" where counting stopped; before it found any, "about 24,000 calls". */
export function formatCalls({ total, isTotalMore, estimate }: Calls): string {
  const t = formatTexts();
  const calls = t.calls(total);
  if (!isTotalMore) return calls;
  if (total === 0) return estimate === null ? t.uncounted : t.about(t.calls(estimate));
  return t.moreThan(calls, estimate === null ? null : countFormat.format(estimate));
}

/** A size of data on disk, in MB as people count them; never zero for something. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  if (megabytes > 0 && megabytes < 0.1) return formatTexts().underMegabytes(small.format(0.1));
  const format = megabytes < 10 ? small : large;
  return `${format.format(megabytes)} MB`;
}

/** The same in GB from where MB are too many to read: "3.4 GB". */
export function formatSize(bytes: number): string {
  if (bytes < 1_000_000_000) return formatMegabytes(bytes);
  return `${small.format(bytes / 1_000_000_000)} GB`;
}

const small = numberFormat({ maximumFractionDigits: 1 });
const large = numberFormat({ maximumFractionDigits: 0 });

/** So that a cent's thousandths are seen, and large sums are short. */
export function formatCost({ amount, currency }: Cost): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 3 : 2 };
  return numberFormat({ ...digits, ...(currency && { style: "currency", currency }) }).format(
    amount,
  );
}
