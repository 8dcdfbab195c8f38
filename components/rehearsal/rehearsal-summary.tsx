import { countFormat } from "@/components/format/numbers";
import { Callout } from "@/components/ui/page/callout";
import { Description, DescriptionList } from "@/components/ui/page/description-list";
import { Progress } from "@/components/ui/page/progress";
import { Section } from "@/components/ui/page/sections";
import {
  type LedgerCounts,
  mostCounted,
  type RehearsalStep,
  type RehearsalView,
  type RemovalView,
  type Verdict,
} from "@/lib/rehearsal/views";

type RehearsalSummaryProps = {
  rehearsal: RehearsalView;
  /** The database can't be asked at the moment. */
  isAway: boolean;
};

/** How far a rehearsal is, or how it ended, in a sentence. */
export function RehearsalSummary({ rehearsal, isAway }: RehearsalSummaryProps) {
  const { state, steps, removal } = rehearsal;
  const judged = steps.filter(({ verdict }) => verdict !== null).length;
  if (state === "running") {
    return (
      <div className="space-y-2">
        <Callout
          variant={isAway ? "warn" : "info"}
          title={isAway ? "Waiting for the database" : `${judged} of ${steps.length} steps done`}
        >
          {isAway
            ? "It doesn’t answer. What the webhook acknowledged is safe and waits, and the test run continues when the database is back."
            : "Each delivery is sent once the one before it has arrived."}
        </Callout>
        <Progress label="Steps done" value={judged} max={steps.length} />
      </div>
    );
  }
  if (state === "interrupted") {
    return (
      <Callout variant="warn" title="It was interrupted">
        Earshot was stopped in the middle of it. Everything that it had made is removed.
      </Callout>
    );
  }
  if (state === "failed") {
    const isLeft = removal !== null && removal.found > 0;
    return (
      <Callout variant="bad" title={`${countOf(steps, "failed")} of ${steps.length} steps failed`}>
        {isLeft
          ? "And something of it was found among the real calls. Please report this."
          : "Each failed step says what differs. Everything the test run made is removed."}
      </Callout>
    );
  }
  const unproven = countOf(steps, "unproven");
  return (
    <Callout variant="good" title="The webhook works">
      {unproven > 0
        ? `${steps.length - unproven} of ${steps.length} steps came out as expected, and the public address could not be tried from here. `
        : `All ${steps.length} steps came out as expected. `}
      Everything the test run made is removed.
    </Callout>
  );
}

function countOf(steps: RehearsalStep[], verdict: Verdict): number {
  return steps.filter((step) => step.verdict === verdict).length;
}

type RehearsalRemovalProps = { rehearsal: RehearsalView; removal: RemovalView };

/** The proof that nothing is left. */
export function RehearsalRemoval({ rehearsal, removal }: RehearsalRemovalProps) {
  const { removed, found, after, arrived } = removal;
  return (
    <Section title="Cleanup" description="Looked for in the same transaction that removed it.">
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
        <Description term="Test secret">Revoked.</Description>
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
