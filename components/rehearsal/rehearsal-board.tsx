"use client";

import { formatFull } from "@/components/format/dates";
import { Section } from "@/components/ui/page/sections";
import { type StepName, stepNames } from "@/lib/rehearsal/plan-deliveries";
import type { RehearsalStep, RehearsalView } from "@/lib/rehearsal/views";
import { StepItem, type StepProgress, stepWords } from "./rehearsal-step";
import { RehearsalRemoval, RehearsalSummary } from "./rehearsal-summary";
import { StartRehearsal, type StartRehearsalProps } from "./start-rehearsal";
import { useRehearsal } from "./use-rehearsal";

type RehearsalBoardProps = {
  /** As it stood when the page was made. */
  shown: RehearsalView | null;
  publicUrl: string;
  timeZone: string;
  start: StartRehearsalProps["start"];
};

/** A rehearsal from its start to the proof that nothing is left, live for whoever looks. */
export function RehearsalBoard({ shown, publicUrl, timeZone, start }: RehearsalBoardProps) {
  const { rehearsal, isRunning, isAway } = useRehearsal(shown);
  return (
    <>
      <StartRehearsal start={start} isRunning={isRunning} isFirst={rehearsal === null} />
      {/* Always there, so that a screen reader notices what comes into it. */}
      <div role="status">
        {rehearsal ? <RehearsalSummary rehearsal={rehearsal} isAway={isAway} /> : null}
      </div>
      <Section
        title="Deliveries"
        description={
          rehearsal
            ? `Sent ${formatFull(rehearsal.startedAt, timeZone)}${rehearsal.startedBy ? ` for ${rehearsal.startedBy}` : ""}.`
            : "What will be sent, in this order."
        }
      >
        <ol aria-label="Steps" className="-my-3 divide-y divide-line text-dense">
          {rehearsal
            ? rehearsal.steps.map((step) => (
                <StepItem
                  key={step.name}
                  step={step}
                  progress={toProgress(rehearsal, step)}
                  publicUrl={publicUrl}
                />
              ))
            : stepNames.map((name) => <PlannedStep key={name} name={name} />)}
        </ol>
      </Section>
      {rehearsal?.removal ? (
        <RehearsalRemoval rehearsal={rehearsal} removal={rehearsal.removal} />
      ) : null}
    </>
  );
}

function PlannedStep({ name }: { name: StepName }) {
  const { title, expected } = stepWords[name];
  return (
    <li className="space-y-1 py-3">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted">{expected}</p>
    </li>
  );
}

function toProgress({ state, steps }: RehearsalView, step: RehearsalStep): StepProgress {
  if (step.verdict) return step.verdict;
  if (state !== "running") return "not-sent";
  return steps.find(({ verdict }) => verdict === null) === step ? "under-way" : "to-come";
}
