import { countFormat } from "@/components/format/count-format";
import { toneFill } from "@/components/ui/tone/tone-fill";
import type { CampaignRowView } from "@/lib/campaigns/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { prepareSplit } from "./prepare-split";

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
