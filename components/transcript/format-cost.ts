import { numberFormat } from "@/components/format/intl";
import type { Cost } from "@/lib/transcripts/views";

/** So that a cent's thousandths are seen, and large sums are short. */
export function formatCost({ amount, currency }: Cost): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: amount < 1 ? 3 : 2 };
  return numberFormat({ ...digits, ...(currency && { style: "currency", currency }) }).format(
    amount,
  );
}
