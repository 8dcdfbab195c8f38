import { countFormat } from "@/components/format/count-format";
import { Section } from "@/components/ui/page/section";
import type { DeliveryDetailsView } from "@/lib/intake/deliveries/views";
import { DeliveryRecord } from "./delivery-record";

/** What was understood, record by record. */
export function DeliveryRecords({ delivery }: { delivery: DeliveryDetailsView }) {
  const { outcome, records, recordCount } = delivery;
  const more = recordCount - records.length;
  return (
    <Section title="What was understood">
      {records.length === 0 ? (
        <p className="text-dense text-muted">
          {outcome === "pending"
            ? "Safe in the journal, and not read yet. It will be in a moment; reload to see."
            : "It holds no record."}
        </p>
      ) : (
        <ol className="-my-3 divide-y divide-line text-dense">
          {records.map((record, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record is known by its place alone
            <DeliveryRecord key={position} record={record} />
          ))}
        </ol>
      )}
      {more > 0 ? (
        <p className="mt-4 text-dense text-muted">And {countFormat.format(more)} more records.</p>
      ) : null}
    </Section>
  );
}
