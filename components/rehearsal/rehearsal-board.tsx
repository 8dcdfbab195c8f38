"use client";

import { useActionState, useEffect, useState } from "react";
import { formatFull } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { fetchJson } from "@/components/live/fetch-json";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Description, DescriptionList } from "@/components/ui/page/details";
import { Callout, Progress } from "@/components/ui/page/feedback";
import { Section } from "@/components/ui/page/sections";
import * as v from "@/lib/platform/shape";
import {
  type LedgerCounts,
  mostCounted,
  type RehearsalStep,
  type RehearsalView,
  type RemovalView,
  rehearsalSchema,
  type StartRefusal,
  type StepName,
  stepNames,
  type Verdict,
} from "@/lib/rehearsal/views";
import { StepItem, StepLine, type StepProgress } from "./rehearsal-step";
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
    <StepLine title={title}>
      <p className="text-muted">{expected}</p>
    </StepLine>
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
  const path = "/api/deliveries/rehearsal";
  const fetched = await fetchJson(path, v.nullable(rehearsalSchema), { signal });
  if (fetched.isOk) return fetched.answer;
  return fetched.status === 401 || fetched.status === 403 ? "signed-out" : "away";
}

type RehearsalSummaryProps = {
  rehearsal: RehearsalView;
  /** The database can't be asked at the moment. */
  isAway: boolean;
};

/** How far a rehearsal is, or how it ended, in a sentence. */
function RehearsalSummary({ rehearsal, isAway }: RehearsalSummaryProps) {
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
function RehearsalRemoval({ rehearsal, removal }: RehearsalRemovalProps) {
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
