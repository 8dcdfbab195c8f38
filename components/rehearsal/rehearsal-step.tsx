import { toAudioFault } from "@/components/player/audio-fault";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Code } from "@/components/ui/page/code";
import type { RehearsalStep } from "@/lib/rehearsal/views";
import { StepBadge, type StepProgress } from "./step-badge";
import { StepResult } from "./step-result";
import { stepWords } from "./step-words";

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
