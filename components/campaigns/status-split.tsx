import { numberFormat } from "@/components/format/intl";
import { countFormat } from "@/components/format/numbers";
import { toneFill } from "@/components/ui/tone";
import type { ValueView } from "@/components/vocabulary/value-schema";
import { arrangeValues, toNameView } from "@/components/vocabulary/values";
import type { CampaignRowView } from "@/lib/campaigns/views";
import { getMerged, mergeCounts } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { campaignsTexts } from "./campaigns-list";

type StatusSplitProps = Pick<CampaignRowView, "statuses" | "calls"> & {
  /** The statuses of all rows, the most frequent first: by them every bar has one order. */
  ranked: readonly string[];
  vocabulary: VocabularyView;
};

/** How calls ended: a bar for the eye, and the same in words. */
export function StatusSplit({ statuses, calls, ranked, vocabulary }: StatusSplitProps) {
  const parts = limitParts(prepareSplit(statuses, calls, ranked, vocabulary));
  return (
    <div className="min-w-0 space-y-1">
      <StatusBar statuses={statuses} calls={calls} ranked={ranked} vocabulary={vocabulary} />
      <ul className="flex min-w-0 flex-wrap gap-x-3 text-muted text-xs">
        {parts.map(({ status, label, raw, tone, calls: count, share }) => (
          <li
            key={status}
            title={`${raw ?? label}: ${countFormat.format(count)}`}
            className="inline-flex max-w-full items-center gap-1"
          >
            <span
              aria-hidden
              className={`size-1.5 shrink-0 rounded-full ${tone ? toneFill[tone] : "hatched"}`}
            />
            <bdi className="max-w-36 truncate">{label}</bdi>
            <span className="text-text tabular-nums">{shareFormat.format(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The bar alone. */
export function StatusBar({ statuses, calls, ranked, vocabulary }: StatusSplitProps) {
  return (
    <span aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-pressed">
      {prepareSplit(statuses, calls, ranked, vocabulary).map(({ status, tone, share }) => (
        <span
          key={status}
          className={`min-w-0.5 ${tone ? toneFill[tone] : "hatched text-muted"}`}
          style={{ width: `${share * 100}%` }}
        />
      ))}
    </span>
  );
}

const shareFormat = numberFormat({ style: "percent", maximumFractionDigits: 0 });

/** A part of the bar: its words, its colour, and its share from 0 to 1. Without a tone: all others. */
type SplitPart = ValueView & { status: string; calls: number; share: number; kinds: number };

/**
 * The statuses that are the most frequent everywhere, in one order that every row has, so that bars
 * can be compared downwards; at the end the others together.
 */
export function prepareSplit(
  statuses: CampaignRowView["statuses"],
  calls: number,
  ranked: readonly string[],
  vocabulary: VocabularyView,
): SplitPart[] {
  const counted = statuses.map(({ status, calls: count }) => ({ value: status, count }));
  const countOf = new Map(
    mergeCounts(counted, vocabulary.status).map(({ merged, count }) => [merged.values[0], count]),
  );
  const parts = arrangeStatuses(ranked, vocabulary).flatMap((status) => {
    const count = countOf.get(status) ?? 0;
    countOf.delete(status);
    const view = { tone: "grey" as const, ...toNameView("status", status, vocabulary) };
    const share = count / Math.max(1, calls);
    return count > 0 ? [{ ...view, status, calls: count, share, kinds: 1 }] : [];
  });
  const others = joinParts(
    [...countOf].map(([, count]) => ({ calls: count, kinds: 1 })),
    calls,
  );
  return [...parts, ...others];
}

/** The statuses that bars tell apart: the most frequent ones, in the order of the vocabulary. */
function arrangeStatuses(ranked: readonly string[], vocabulary: VocabularyView): string[] {
  const heads = ranked.map((status) => getMerged(vocabulary.status, status).values[0]);
  const most = [...new Set(heads)].slice(0, mostApart);
  return arrangeValues("status", most, (status) => status, vocabulary);
}

const mostApart = 8;

/** In words there is room for the row's own most frequent ones. */
function limitParts(parts: SplitPart[]): SplitPart[] {
  if (parts.length <= mostNamed) return parts;
  const byCalls = parts.filter(({ tone }) => tone).sort((one, other) => other.calls - one.calls);
  const most = new Set(byCalls.slice(0, mostNamed - 1));
  const left = parts.filter((part) => !most.has(part));
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  return [...parts.filter((part) => most.has(part)), ...joinParts(left, calls)];
}

const mostNamed = 5;

function joinParts(parts: { calls: number; kinds: number }[], calls: number): SplitPart[] {
  if (parts.length === 0) return [];
  const count = parts.reduce((sum, part) => sum + part.calls, 0);
  const kinds = parts.reduce((sum, part) => sum + part.kinds, 0);
  const label = campaignsTexts().others(kinds);
  return [{ label, status: "", calls: count, share: count / Math.max(1, calls), kinds }];
}
