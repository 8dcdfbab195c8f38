import Link from "next/link";
import { countFormat } from "@/components/format/count-format";
import { formatFull, formatShort } from "@/components/format/format-instant";
import { recordingHref } from "@/components/recordings/recording-href";
import { NamedValue } from "@/components/vocabulary/named-value";
import { toValueFace } from "@/components/vocabulary/to-value-face";
import type { RecordingRowView } from "@/lib/recordings/query/views";
import type { VocabularyView } from "@/lib/vocabulary/views";

type PersonCallRowProps = {
  row: RecordingRowView;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** One call of a person. The link on its time covers the whole row. */
export function PersonCallRow({ row, now, timeZone, vocabulary }: PersonCallRowProps) {
  const { day, time } = formatShort(row.createdAt, timeZone, now);
  return (
    <tr className="relative grid grid-cols-[minmax(6rem,1fr)_minmax(0,auto)_auto] gap-x-4 gap-y-0.5 py-2 hover:bg-hover sm:grid-cols-[8rem_9rem_minmax(0,1fr)_auto]">
      <td className="min-w-0">
        <Link
          href={recordingHref(row.id)}
          prefetch={false}
          title={formatFull(row.createdAt, timeZone)}
          className="whitespace-nowrap font-medium tabular-nums outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <time dateTime={row.createdAt}>
            <span className="text-muted">{day}</span> {time}
          </time>
        </Link>
      </td>
      <td className="min-w-0 truncate">
        <NamedValue {...toValueFace("status", row.status, vocabulary)} />
      </td>
      <td className="order-4 col-span-3 min-w-0 truncate sm:order-none sm:col-span-1">
        {row.campaign === null ? (
          <span className="text-faint">No campaign</span>
        ) : (
          <NamedValue {...toValueFace("campaign", row.campaign, vocabulary)} />
        )}
      </td>
      <td className="text-right tabular-nums">
        {row.minutesUsed === null ? "–" : countFormat.format(row.minutesUsed)}
        <span className="text-muted"> min</span>
      </td>
      <td
        dir="auto"
        className="order-5 col-span-3 min-w-0 truncate text-muted empty:hidden sm:order-none sm:col-span-4"
      >
        {row.summaryBeginning}
      </td>
    </tr>
  );
}
