"use client";

import { useActionState, useEffect, useState } from "react";
import { formatFull } from "@/components/format/dates";
import { fillText } from "@/components/format/fill-text";
import { fetchJson } from "@/components/live/fetch-json";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import { Section } from "@/components/ui/page/sections";
import { type StepName, stepNames } from "@/lib/rehearsal/plan-deliveries";
import type { RehearsalStep, RehearsalView, StartRefusal } from "@/lib/rehearsal/views";
import { StepItem, type StepProgress } from "./rehearsal-step";
import { RehearsalRemoval, RehearsalSummary } from "./rehearsal-summary";
import { rehearsalTexts } from "./texts.en";

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
  const t = rehearsalTexts();
  return (
    <>
      <StartRehearsal start={start} isRunning={isRunning} isFirst={rehearsal === null} />
      {/* Always there, so that a screen reader notices what comes into it. */}
      <div role="status">
        {rehearsal ? <RehearsalSummary rehearsal={rehearsal} isAway={isAway} /> : null}
      </div>
      <Section
        title={t.deliveries}
        description={rehearsal ? wordStart(rehearsal, timeZone) : t.willBeSent}
      >
        <ol aria-label={t.steps} className="-my-3 divide-y divide-line text-dense">
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

function wordStart({ startedAt, startedBy }: RehearsalView, timeZone: string): string {
  const t = rehearsalTexts();
  const at = formatFull(startedAt, timeZone);
  return startedBy ? t.sentFor(at, startedBy) : t.sent(at);
}

function PlannedStep({ name }: { name: StepName }) {
  const { title, expected } = rehearsalTexts().stepWords[name];
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

type StartRehearsalProps = {
  start: (previous: StartRefusal) => Promise<StartRefusal>;
  isRunning: boolean;
  isFirst: boolean;
};

/** Begins a rehearsal, or says why the database doesn't let it. */
function StartRehearsal({ start, isRunning, isFirst }: StartRehearsalProps) {
  const [refusal, submit] = useActionState(start, null);
  const t = rehearsalTexts();
  return (
    <div className="space-y-4">
      <form action={submit} className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {isRunning ? (
          <SubmitButton disabled>{t.underWay}</SubmitButton>
        ) : (
          <SubmitButton pendingText={t.starting}>{isFirst ? t.start : t.startAgain}</SubmitButton>
        )}
        <p className="text-dense text-muted">{t.takesSeconds}</p>
      </form>
      {refusal ? (
        <Callout variant="bad" role="alert" title={t.noSchema}>
          {fillText(t.howToAllow, {
            grant: <code className="font-mono">GRANT CREATE ON DATABASE</code>,
          })}
        </Callout>
      ) : null}
    </div>
  );
}

const everyMs = { running: 500, idle: 4_000 };

/**
 * The rehearsal as it stands now, whoever began it; asked for while the page is looked at.
 * @param shown as it stood when the page was made
 */
function useRehearsal(shown: RehearsalView | null) {
  const [asked, setAsked] = useState(shown);
  const [isAway, setIsAway] = useState(false);
  const rehearsal = newerOf(asked, shown);
  const isRunning = rehearsal?.state === "running";

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = document.hidden ? undefined : await fetchRehearsal(stop.signal);
      if (stop.signal.aborted || answer === "signed-out") return;
      if (answer !== undefined) setIsAway(answer === "away");
      if (answer !== undefined && answer !== "away") setAsked(answer);
      timer = setTimeout(ask, isRunning ? everyMs.running : everyMs.idle);
    };
    timer = setTimeout(ask, isRunning ? everyMs.running : everyMs.idle);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isRunning]);

  return { rehearsal, isRunning, isAway };
}

/** Of two looks at rehearsals, the later one. */
function newerOf(asked: RehearsalView | null, shown: RehearsalView | null): RehearsalView | null {
  if (!asked || !shown) return asked ?? shown;
  if (asked.id !== shown.id) return asked.startedAt > shown.startedAt ? asked : shown;
  return shown.endedAt ? shown : asked;
}

/** The rehearsal as it stands; `away`: the database can't be asked now. */
async function fetchRehearsal(
  signal: AbortSignal,
): Promise<RehearsalView | null | "away" | "signed-out"> {
  const fetched = await fetchJson<RehearsalView | null>("/api/deliveries/rehearsal", { signal });
  if (fetched.isOk) return fetched.answer;
  return fetched.status === 401 || fetched.status === 403 ? "signed-out" : "away";
}
