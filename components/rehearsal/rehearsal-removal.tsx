import { countFormat } from "@/components/format/count-format";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/section";
import {
  type LedgerCounts,
  mostCounted,
  type RehearsalView,
  type RemovalView,
} from "@/lib/rehearsal/views";

type RehearsalRemovalProps = { rehearsal: RehearsalView; removal: RemovalView };

/** The proof that nothing is left. */
export function RehearsalRemoval({ rehearsal, removal }: RehearsalRemovalProps) {
  const { removed, found, after, arrived } = removal;
  return (
    <Section
      title="What is left of it"
      description="Looked for in the same transaction that removed it."
    >
      <DescriptionList>
        <Description term="Removed">
          {listCounts(removed)}, {count(removed.contents, "version", "versions")} of recordings
        </Description>
        <Description term="Left among the real calls">
          {found === 0
            ? "Nothing: none of its ids is there."
            : `${found} rows. Please report this.`}
        </Description>
        <Description term="Real ledger before">{listCounts(rehearsal.before)}</Description>
        <Description term="Real ledger after">
          {listCounts(after)}
          {arrived > 0
            ? ` — ${count(arrived, "real delivery", "real deliveries")} came meanwhile`
            : null}
        </Description>
        <Description term="Its secret">No longer accepted.</Description>
      </DescriptionList>
    </Section>
  );
}

function listCounts({ deliveries, recordings, customers }: LedgerCounts): string {
  return [
    count(deliveries, "delivery", "deliveries"),
    count(recordings, "recording", "recordings"),
    count(customers, "customer", "customers"),
  ].join(", ");
}

function count(number: number, one: string, many: string): string {
  const isMost = number >= mostCounted;
  return `${countFormat.format(number)}${isMost ? " or more" : ""} ${number === 1 ? one : many}`;
}
