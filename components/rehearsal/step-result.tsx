import { OutcomeBadge } from "@/components/deliveries/log/outcome-badge";
import { formatMs } from "@/components/format/format-duration";
import type { RehearsalStep } from "@/lib/rehearsal/views";
import type { StepProgress } from "./step-badge";

type StepResultProps = { step: RehearsalStep; progress: StepProgress };

/** What came: the door's answer, and what became of the delivery, each with its time. */
export function StepResult({ step, progress }: StepResultProps) {
  const { answer, stored, waitedFor } = step;
  const isWaiting = step.verdict === null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        {answer ? (
          <span>
            {answer.status === 202 ? "Durable" : "Answered"} after {formatMs(answer.afterMs)} (HTTP{" "}
            {answer.status})
          </span>
        ) : (
          <span className="text-faint">{withoutAnswer(progress)}</span>
        )}
        {stored ? (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            In the ledger after {formatMs(stored.afterMs)} <OutcomeBadge outcome={stored.outcome} />
          </span>
        ) : null}
      </p>
      {waitedFor && (isWaiting || stored) ? (
        <p className="text-warn">{isWaiting ? waits[waitedFor].present : waits[waitedFor].past}</p>
      ) : null}
    </>
  );
}

/** It has the place of the answer, so that nothing moves when that comes. */
function withoutAnswer(progress: StepProgress): string {
  if (progress === "under-way") return "Sent, and not answered yet";
  return progress === "to-come" ? "Not sent yet" : "No answer";
}

const waits = {
  database: {
    present: "The database is away. What was acknowledged is safe, and waits for it.",
    past: "The database was away meanwhile. What was acknowledged waited, and nothing was lost.",
  },
  journal: {
    present: "The journal can’t keep it now, so the door asks to send it again. It will be.",
    past: "The journal could not keep it at first; it was sent again, as the door had asked.",
  },
};
