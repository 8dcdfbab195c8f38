import { numberFormat } from "@/components/format/intl";

/** So that a cent's thousandths are seen, and large sums are short. */
export function formatCost(cost: number): string {
  return (cost < 1 ? smallCost : largeCost).format(cost);
}

const smallCost = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 3 });
const largeCost = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
