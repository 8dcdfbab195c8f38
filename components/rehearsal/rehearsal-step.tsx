import { OutcomeBadge } from "@/components/deliveries/log/deliveries-table";
import { formatMs } from "@/components/format/durations";
import { toAudioFault } from "@/components/player/audio-fault";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Code } from "@/components/ui/page/description-list";
import type { Variant } from "@/components/ui/tone";
import type { StepName } from "@/lib/rehearsal/plan-deliveries";
import type { RehearsalStep, Verdict } from "@/lib/rehearsal/views";

type StepItemProps = { step: RehearsalStep; progress: StepProgress; publicUrl: string };

/** One delivery: what is sent, what is expected, what came, and whether that is right. */
export function StepItem({ step, progress, publicUrl }: StepItemProps) {
  const { title, expected } = stepWords[step.name];
  return (
    <li className="space-y-1 py-3">
      <div className="flex items-start justify-between gap-4">
        <h3 className="font-medium">{title}</h3>
        <StepBadge progress={progress} />
      </div>
      <p className="text-muted">
        {expected}{" "}
        {step.name === "public-address" ? (
          <>
            PUBLIC_URL is <Code>{publicUrl}</Code>.
          </>
        ) : null}
      </p>
      <StepResult step={step} progress={progress} />
      {step.audioFault ? (
        <p className="text-muted">
          The player says: “{toAudioFault(step.audioFault).title}.{" "}
          {toAudioFault(step.audioFault).text}”
        </p>
      ) : null}
      {step.stored?.problems.map((problem) => (
        <p key={problem} className="text-muted">
          The reason: {problem}
        </p>
      ))}
      {step.differences.map((difference) => (
        <p key={difference} className={step.verdict === "failed" ? "text-bad" : "text-muted"}>
          {difference}
        </p>
      ))}
      <Disclosure summary={<span className="text-xs">What is sent</span>}>
        <pre
          dir="ltr"
          className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {step.sent}
        </pre>
      </Disclosure>
    </li>
  );
}

type StepResultProps = { step: RehearsalStep; progress: StepProgress };

/** What came: the gateway's answer, and what became of the delivery, each with its time. */
function StepResult({ step, progress }: StepResultProps) {
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
    present:
      "The journal can’t keep it right now and asked for another try. It will be sent again.",
    past: "The journal could not keep it at first and asked for another try. It was sent again.",
  },
};

/** Where a step stands: its verdict, at work, still to come, or never reached. */
export type StepProgress = Verdict | "under-way" | "to-come" | "not-sent";

function StepBadge({ progress }: { progress: StepProgress }) {
  const { label, variant } = badges[progress];
  return <Badge variant={variant}>{label}</Badge>;
}

const badges: Record<StepProgress, { label: string; variant: Variant }> = {
  passed: { label: "As expected", variant: "good" },
  failed: { label: "Failed", variant: "bad" },
  unproven: { label: "Can’t tell", variant: "warn" },
  "under-way": { label: "Under way", variant: "info" },
  "to-come": { label: "To come", variant: "plain" },
  "not-sent": { label: "Not finished", variant: "plain" },
};

/** What a step does and what must come of it, for people. */
export const stepWords: Record<StepName, { title: string; expected: string }> = {
  "new-call": {
    title: "A new call",
    expected: "JSON:API, still in progress. Kept.",
  },
  repeat: {
    title: "The same once more",
    expected: "The repeat is kept, and nothing changes.",
  },
  change: {
    title: "The call has ended",
    expected: "The recording takes the new status, and both versions are kept.",
  },
  late: {
    title: "Out-of-order duplicate",
    expected: "It is kept, and doesn’t bring the old status back.",
  },
  "no-campaign": {
    title: "A call without a campaign",
    expected: "Kept without a campaign.",
  },
  "new-status": {
    title: "A status nobody has seen before",
    expected: "Kept with that status, as sent.",
  },
  flat: {
    title: "A flat body, without JSON:API",
    expected: "Kept.",
  },
  "dead-audio": {
    title: "A dead audio link",
    expected: "Kept. Listeners are told why there is no sound.",
  },
  incomplete: {
    title: "Invalid minutes",
    expected: "Kept as incomplete, with the reason.",
  },
  "not-understood": {
    title: "Nothing that shows that it is a call",
    expected: "Acknowledged, then set aside with its payload and the reason.",
  },
  "public-address": {
    title: "By the public address",
    expected: "It arrives here. Whether others reach that address can’t be proven from inside.",
  },
};
