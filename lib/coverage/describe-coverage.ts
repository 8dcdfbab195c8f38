import "server-only";
import type { CoverageRange } from "./queries";
import { getListening, listGaps } from "./queries";
import type { GapView, ListeningView } from "./views";

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

type Coverage = {
  listening: ListeningView;
  /** The latest first. */
  gaps: GapView[];
  /** There are more than these. */
  areMore: boolean;
  /** Where the time that is asked about ends; null: now. */
  toAt: Date | null;
};

/** Coverage as a dictionary of structured fields (RFC 8941), the latest gaps alone where many are. */
export function writeCoverage({ listening, gaps, areMore, toAt }: Coverage): string {
  const since = listening ? [`since="${toSeconds(listening.sinceAt)}"`] : [];
  const isUnknown = !listening || (toAt !== null && toAt <= new Date(listening.sinceAt));
  if (gaps.length === 0) return [isUnknown ? "unknown" : "complete", ...since].join(", ");

  const told: Record<GapView["kind"], string[]> = { "not-listening": [], silence: [] };
  let left = maxLength;
  for (const gap of gaps) {
    const item = writeGap(gap);
    left -= item.length + 1;
    if (left < 0) break;
    told[gap.kind].push(item);
  }
  const lists = Object.entries(told)
    .filter(([, items]) => items.length > 0)
    .map(([kind, items]) => `${kind}=(${items.join(" ")})`);
  const isCut = areMore || told.silence.length + told["not-listening"].length < gaps.length;
  return [`gaps=${gaps.length}`, ...(isCut ? ["cut"] : []), ...since, ...lists].join(", ");
}

/** Of the gaps together; proxies cut or refuse headers of more than a few thousand bytes. */
const maxLength = 3_000;
const maxCampaignLength = 300;

function writeGap(gap: GapView): string {
  const span = `"${toSeconds(gap.fromAt)}/${gap.isOngoing ? ".." : toSeconds(gap.toAt)}"`;
  if (gap.kind === "not-listening") return gap.wasStopped ? `${span};stopped` : span;
  return `${span}${writeSeries(gap.series)};expected=${gap.expected}`;
}

/** Percent-encoded, because a header holds ASCII alone. */
function writeSeries(series: Extract<GapView, { kind: "silence" }>["series"]): string {
  if (series.of === "all") return "";
  if (series.campaign === null) return ";no-campaign";
  return `;campaign="${encodeURIComponent(series.campaign.slice(0, maxCampaignLength).toWellFormed())}"`;
}

function toSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`;
}
