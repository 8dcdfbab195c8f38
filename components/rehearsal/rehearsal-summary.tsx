import { Callout } from "@/components/ui/page/callout";
import { Progress } from "@/components/ui/page/progress";
import type { RehearsalStep, RehearsalView, Verdict } from "@/lib/rehearsal/views";

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
          mood={isAway ? "warn" : "info"}
          title={isAway ? "Waiting for the database" : `${judged} of ${steps.length} steps done`}
        >
          {isAway
            ? "It doesn’t answer. What the webhook acknowledged is safe and waits, and the rehearsal goes on when the database is back."
            : "Each delivery is sent once the one before it has arrived."}
        </Callout>
        <Progress label="Steps done" value={judged} max={steps.length} />
      </div>
    );
  }
  if (state === "interrupted") {
    return (
      <Callout mood="warn" title="It was interrupted">
        Earshot was stopped in the middle of it. Everything that it had made is removed.
      </Callout>
    );
  }
  if (state === "failed") {
    const isLeft = removal !== null && removal.found > 0;
    return (
      <Callout mood="bad" title={`${countOf(steps, "failed")} of ${steps.length} steps failed`}>
        {isLeft
          ? "And something of it was found among the real calls. Please report this."
          : "Each failed step says what differs. Everything that the rehearsal made is removed."}
      </Callout>
    );
  }
  const unproven = countOf(steps, "unproven");
  return (
    <Callout mood="good" title="The webhook works">
      {unproven > 0
        ? `${steps.length - unproven} of ${steps.length} steps came out as expected, and the public address could not be tried from here. `
        : `All ${steps.length} steps came out as expected. `}
      Everything that the rehearsal made is removed.
    </Callout>
  );
}

function countOf(steps: RehearsalStep[], verdict: Verdict): number {
  return steps.filter((step) => step.verdict === verdict).length;
}
