import "server-only";
import { getListening, listGaps } from "./queries";
import type { CoverageRange } from "./to-coverage-range";
import { writeCoverage } from "./write-coverage";

/**
 * What may be missing among these calls, as one line of printable ASCII: the header
 * `Earshot-Coverage` and the last line of an export. docs/coverage.md says how it is read.
 */
export async function describeCoverage(
  range: CoverageRange,
  now = new Date(),
): Promise<{ header: string }> {
  const [listening, { gaps, after }] = await Promise.all([
    getListening(),
    listGaps({ ...range, most: mostCounted, now }),
  ]);
  return { header: writeCoverage({ listening, gaps, areMore: after !== null, toAt: range.toAt }) };
}

const mostCounted = 1_000;
