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
import { rehearsalTexts } from "./texts.en";

type RehearsalSummaryProps = {
  rehearsal: RehearsalView;
  /** The database can't be asked at the moment. */
  isAway: boolean;
};

/** How far a rehearsal is, or how it ended, in a sentence. */
export function RehearsalSummary({ rehearsal, isAway }: RehearsalSummaryProps) {
  const { state, steps, removal } = rehearsal;
  const t = rehearsalTexts();
  const judged = steps.filter(({ verdict }) => verdict !== null).length;
  if (state === "running") {
    return (
      <div className="space-y-2">
        <Callout
          variant={isAway ? "warn" : "info"}
          title={isAway ? t.waitingForDatabase : t.someDone(judged, steps.length)}
        >
          {isAway ? t.databaseAway : t.oneAfterAnother}
        </Callout>
        <Progress label={t.stepsDone} value={judged} max={steps.length} />
      </div>
    );
  }
  if (state === "interrupted") {
    return (
      <Callout variant="warn" title={t.interrupted}>
        {t.interruptedText}
      </Callout>
    );
  }
  if (state === "failed") {
    const isLeft = removal !== null && removal.found > 0;
    return (
      <Callout variant="bad" title={t.someFailed(countOf(steps, "failed"), steps.length)}>
        {isLeft ? t.someLeft : t.allRemoved}
      </Callout>
    );
  }
  const unproven = countOf(steps, "unproven");
  return (
    <Callout variant="good" title={t.works}>
      {unproven > 0
        ? t.mostExpected(steps.length - unproven, steps.length)
        : t.allExpected(steps.length)}
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
  const t = rehearsalTexts();
  return (
    <Section title={t.cleanup} description={t.cleanupText}>
      <DescriptionList>
        <Description term={t.removed}>
          {t.removedVersions(listCounts(removed), removed.contents, isMost(removed.contents))}
        </Description>
        <Description term={t.left}>{found === 0 ? t.nothingLeft : t.rowsLeft(found)}</Description>
        <Description term={t.before}>{listCounts(rehearsal.before)}</Description>
        <Description term={t.after}>
          {arrived > 0
            ? t.cameMeanwhile(listCounts(after), arrived, isMost(arrived))
            : listCounts(after)}
        </Description>
        <Description term={t.testSecret}>{t.revoked}</Description>
      </DescriptionList>
    </Section>
  );
}

function listCounts({ deliveries, recordings, customers }: LedgerCounts): string {
  const t = rehearsalTexts();
  return [
    t.countDeliveries(deliveries, isMost(deliveries)),
    t.countRecordings(recordings, isMost(recordings)),
    t.countCustomers(customers, isMost(customers)),
  ].join(", ");
}

/** Beyond it nobody counted. */
function isMost(count: number): boolean {
  return count >= mostCounted;
}
