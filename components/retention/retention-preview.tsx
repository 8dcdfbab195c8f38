import { countFormat } from "@/components/format/count-format";
import { formatMegabytes } from "@/components/format/format-megabytes";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import type { DropPreview } from "@/lib/intake/retention/views";

type RetentionPreviewProps = {
  preview: DropPreview;
  /** The time that was asked for, as it was typed. */
  days: string;
};

/** Asks once more, because bytes that are dropped can't be brought back. */
export function RetentionPreview({ preview, days }: RetentionPreviewProps) {
  const dropped = count(preview.days, "day", "days");
  const size = formatMegabytes(preview.bytes);
  return (
    <Callout
      mood="warn"
      role="alert"
      title={`This drops ${dropped} of raw bytes now: about ${size}`}
    >
      <p>
        They can’t be brought back, and those deliveries can’t be read again. What was understood of
        them stays
        {preview.heldBack > 0
          ? `, and so do the bytes of ${count(preview.heldBack, "delivery that is", "deliveries that are")} held back`
          : ""}
        .
      </p>
      <input type="hidden" name="confirmed" value={Number(days)} />
      <SubmitButton variant="danger" size="small" className="mt-3" pendingText="Saving…">
        Keep {days} days and drop {dropped}
      </SubmitButton>
    </Callout>
  );
}

function count(number: number, one: string, many: string): string {
  return `${countFormat.format(number)} ${number === 1 ? one : many}`;
}
