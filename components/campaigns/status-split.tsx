import { countFormat } from "@/components/format/numbers";
import { type Tone, toneFill } from "@/components/ui/tone";
import { arrangeValues, toNameView, type ValueView } from "@/components/vocabulary/values";
import type { CampaignRowView } from "@/lib/campaigns/views";
import { mergeCounts } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";

type StatusSplitProps = Pick<CampaignRowView, "statuses" | "calls"> & {
  vocabulary: VocabularyView;
};

/** How calls ended: a bar for the eye, and the same in words. */
export function StatusSplit({ statuses, calls, vocabulary }: StatusSplitProps) {
  const parts = prepareSplit(statuses, calls, vocabulary);
  return (
    <div className="min-w-0 space-y-1">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-pressed">
        {parts.map(({ status, tone, share }) => (
          <span
            key={status}
            className={`min-w-0.5 ${toneFill[tone]}`}
            style={{ width: `${share * 100}%` }}
          />
        ))}
      </div>
      <ul className="flex min-w-0 flex-wrap gap-x-3 text-muted text-xs">
        {parts.map(({ status, label, raw, tone, calls: count, share }) => (
          <li
            key={status}
            title={`${raw ?? label}: ${countFormat.format(count)}`}
            className="inline-flex max-w-full items-center gap-1"
          >
            <span aria-hidden className={`size-1.5 shrink-0 rounded-full ${toneFill[tone]}`} />
            <bdi className="max-w-36 truncate">{label}</bdi>
            <span className="text-text tabular-nums">{shareFormat.format(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const shareFormat = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** A part of the bar: its words, its colour, and its share from 0 to 1. */
type SplitPart = ValueView & { status: string; tone: Tone; calls: number; share: number };

/** The most frequent statuses one by one, in their order; beyond four, the others together. */
export function prepareSplit(
  statuses: CampaignRowView["statuses"],
  calls: number,
  vocabulary: VocabularyView,
): SplitPart[] {
  const counted = statuses.map(({ status, calls: count }) => ({ value: status, count }));
  const all = mergeCounts(counted, vocabulary.status).map(({ merged, count }) => ({
    ...{ status: merged.values[0], count },
  }));
  const shown = all.length > mostShown ? all.slice(0, mostShown - 1) : all;
  const arranged = arrangeValues("status", shown, ({ status }) => status, vocabulary);
  const parts = arranged.map(({ status, count }) => ({
    tone: "grey" as const,
    ...toNameView("status", status, vocabulary),
    status,
    calls: count,
    share: count / Math.max(1, calls),
  }));
  const left = calls - parts.reduce((sum, part) => sum + part.calls, 0);
  if (shown.length === all.length) return parts;
  const others = `${all.length - shown.length} others`;
  return [
    ...parts,
    { label: others, status: others, tone: "grey", calls: left, share: left / Math.max(1, calls) },
  ];
}

const mostShown = 5;
