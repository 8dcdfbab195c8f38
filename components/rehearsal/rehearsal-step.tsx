import { ChevronRight } from "lucide-react";
import { OutcomeBadge } from "@/components/deliveries/deliveries-table";
import { fillText } from "@/components/format/text";
import { formatMs } from "@/components/format/time-spans";
import { wordProblem } from "@/components/format/word-remark";
import { toAudioFault } from "@/components/player/audio-source";
import { Badge } from "@/components/ui/badge";
import { Code, Disclosure } from "@/components/ui/page/details";
import type { Variant } from "@/components/ui/tone";
import type { Difference, RehearsalStep, Verdict } from "@/lib/rehearsal/views";
import { rehearsalTexts } from "./texts.en";

type StepItemProps = { step: RehearsalStep; progress: StepProgress; publicUrl: string };

/**
 * One delivery: a line says whether it is right; what is sent, what is expected and what came stand
 * behind it, and in sight where it failed.
 */
export function StepItem({ step, progress, publicUrl }: StepItemProps) {
  const t = rehearsalTexts();
  const { title, expected } = t.stepWords[step.name];
  const sound = step.audioFault === null ? null : toAudioFault(step.audioFault);
  const differences = [...step.differs.map(wordDifference), ...step.differences];
  const result = (
    <>
      <span className="truncate text-muted text-xs tabular-nums max-sm:sr-only">
        {step.stored ? t.storedAfter(formatMs(step.stored.afterMs)) : null}
      </span>
      <StepBadge progress={progress} />
    </>
  );
  return (
    <StepLine title={title} result={result} isOpen={progress === "failed"}>
      <p className="text-muted">
        {expected}{" "}
        {step.name === "public-address"
          ? fillText(t.publicUrl, { url: <Code>{publicUrl}</Code> })
          : null}
      </p>
      <StepResult step={step} progress={progress} />
      {sound ? <p className="text-muted">{t.playerSays(sound.title, sound.text)}</p> : null}
      {step.stored?.problems.map((problem) => (
        <p key={problem} className="text-muted">
          {t.reason(wordProblem(problem))}
        </p>
      ))}
      {differences.map((difference) => (
        <p key={difference} className={step.verdict === "failed" ? "text-bad" : "text-muted"}>
          {difference}
        </p>
      ))}
      <Disclosure summary={<span className="text-xs">{t.whatIsSent}</span>}>
        <pre
          dir="ltr"
          className="wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {step.sent}
        </pre>
      </Disclosure>
    </StepLine>
  );
}

type StepLineProps = {
  title: string;
  result?: React.ReactNode;
  /** From now on, until the reader closes it. */
  isOpen?: boolean;
  children: React.ReactNode;
};

/** One line, and more where it is asked for. */
export function StepLine({ title, result, isOpen = false, children }: StepLineProps) {
  return (
    <li>
      <details open={isOpen} className="group/step">
        <summary className="-mx-2 flex min-h-9 list-none items-center gap-2 rounded px-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-muted print:hidden group-open/step:rotate-90 motion-safe:transition-transform"
          />
          <h3 className="mr-auto min-w-0 truncate font-medium">{title}</h3>
          {result}
        </summary>
        <div className="space-y-1 pt-1 pb-3 pl-6">{children}</div>
      </details>
    </li>
  );
}

type StepResultProps = { step: RehearsalStep; progress: StepProgress };

/** What came: the gateway's answer, and what became of the delivery, each with its time. */
function StepResult({ step, progress }: StepResultProps) {
  const { answer, stored, waitedFor } = step;
  const isWaiting = step.verdict === null;
  const t = rehearsalTexts();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        {answer ? (
          <span>
            {answer.status === 202
              ? t.durableAfter(formatMs(answer.afterMs), answer.status)
              : t.answeredAfter(formatMs(answer.afterMs), answer.status)}
          </span>
        ) : (
          <span className="text-faint">{withoutAnswer(progress)}</span>
        )}
        {stored ? (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {t.storedAfter(formatMs(stored.afterMs))} <OutcomeBadge outcome={stored.outcome} />
          </span>
        ) : null}
      </p>
      {waitedFor && (isWaiting || stored) ? (
        <p className="text-warn">
          {isWaiting ? t.waits[waitedFor].present : t.waits[waitedFor].past}
        </p>
      ) : null}
    </>
  );
}

/** It has the place of the answer, so that nothing moves when that comes. */
function withoutAnswer(progress: StepProgress): string {
  const t = rehearsalTexts();
  if (progress === "under-way") return t.notAnsweredYet;
  return progress === "to-come" ? t.notSentYet : t.noAnswer;
}

/** Where a step stands: its verdict, at work, still to come, or never reached. */
export type StepProgress = Verdict | "under-way" | "to-come" | "not-sent";

function StepBadge({ progress }: { progress: StepProgress }) {
  return <Badge variant={variants[progress]}>{rehearsalTexts().progress[progress]}</Badge>;
}

const variants: Record<StepProgress, Variant> = {
  passed: "good",
  failed: "bad",
  unproven: "warn",
  "under-way": "info",
  "to-come": "plain",
  "not-sent": "plain",
};

/** Where a step differs from what was expected of it, in a sentence. */
export function wordDifference(difference: Difference): string {
  const { outcomes, differences: t } = rehearsalTexts();
  switch (difference.code) {
    case "answered":
      return t.answered(difference.found, difference.expected);
    case "outcome":
      return t.outcome(outcomes[difference.found], outcomes[difference.expected]);
    case "status":
    case "campaign":
    case "deliveries":
    case "contents":
      return t[difference.code](showValue(difference.found), showValue(difference.expected));
    case "refusedThere":
      return t.refusedThere(difference.found);
    default:
      return t[difference.code];
  }
}

function showValue(value: string | number | null): string {
  const t = rehearsalTexts();
  return typeof value === "string" ? t.quoted(value) : String(value ?? t.none);
}
