import Link from "next/link";
import { formatShort } from "@/components/format/format-instant";
import { Section } from "@/components/ui/page/section";
import type { DeliveryDetailsView } from "@/lib/intake/deliveries/views";

type DroppedContentProps = Pick<DeliveryDetailsView, "bodyDrop"> & { timeZone: string };

/** Where the headers and the body went. */
export function DroppedContent({ bodyDrop, timeZone }: DroppedContentProps) {
  return (
    <Section title="Body">
      <p className="text-dense text-muted">
        {bodyDrop ? (
          <>
            Its headers and bytes were dropped on{" "}
            <time dateTime={bodyDrop.droppedAt}>
              {formatShort(bodyDrop.droppedAt, timeZone, new Date(0)).day}
            </time>
            , after the {bodyDrop.retentionDays} days of the{" "}
            <Link
              href="/settings/retention"
              className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              retention
            </Link>
            . What was understood of it stays.
          </>
        ) : (
          "Its bytes are no longer kept."
        )}
      </p>
    </Section>
  );
}
