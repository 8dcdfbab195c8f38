import { OutcomeBadge } from "@/components/webhooks/outcome-badge";
import type { RehearsalStep } from "@/lib/rehearsal/views";
import { formatMs } from "./format-duration";

/** What came: the door's answer, and what became of the delivery, each with its time. */
export function StepResult({ step }: { step: RehearsalStep }) {
  const { answer, stored, waitedFor } = step;
  if (!answer && !waitedFor) return null;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        {answer ? (
          <span>
            {answer.status === 202 ? "Durable" : "Answered"}, HTTP {answer.status}, after{" "}
            {formatMs(answer.afterMs)}
          </span>
        ) : null}
        {stored ? (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            In the ledger after {formatMs(stored.afterMs)} <OutcomeBadge outcome={stored.outcome} />
          </span>
        ) : null}
      </p>
      {waitedFor ? (
        <p className="text-warn">{stored ? waits[waitedFor].past : waits[waitedFor].present}</p>
      ) : null}
    </>
  );
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
