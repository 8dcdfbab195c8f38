"use client";

import { useId, useState, useTransition } from "react";
import { fillText } from "@/components/format/text";
import { classNames } from "@/components/ui/class-names";
import { Button } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { Fault } from "@/components/ui/page/feedback";
import {
  type NoteFault,
  type NotesAnswer,
  type ReviewState,
  type ReviewView,
  reviewLabels,
  reviewStates,
} from "@/lib/notes/views";
import { toName } from "./note-thread";
import { When } from "./past";
import { notesTexts } from "./texts.en";

type ReviewBarProps = {
  review: ReviewView | null;
  timeZone: string;
  save: (review: { state: ReviewState | null; reason: string }) => Promise<NotesAnswer>;
  onSaved: (answer: NotesAnswer) => void;
};

/** Where the review of a call stands, by whom, and why; a flag needs a reason. */
export function ReviewBar({ review, timeZone, save, onSaved }: ReviewBarProps) {
  const t = notesTexts();
  /** The state whose reason is written at this moment. */
  const [asked, setAsked] = useState<ReviewState | null>(null);
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<NoteFault | null>(null);
  const [isPending, startTransition] = useTransition();
  const labelId = useId();

  const send = (state: ReviewState | null, why: string) =>
    startTransition(async () => {
      const answer = await save({ state, reason: why }).catch(newUnsaved);
      setFault(answer.fault);
      if (answer.fault) return;
      setAsked(null);
      onSaved(answer);
    });
  const ask = (state: ReviewState) => {
    setReason(review?.state === state ? review.reason : "");
    setFault(null);
    setAsked(state);
  };
  const press = (state: ReviewState) => {
    setFault(null);
    if (asked) setAsked(null);
    if (review?.state === state) send(null, "");
    else if (state === "flagged") ask(state);
    else send(state, "");
  };

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span id={labelId} className="w-14 shrink-0 text-dense text-muted">
          {t.review}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons that are pressed or not, no form */}
        <div
          role="group"
          aria-labelledby={labelId}
          aria-busy={isPending}
          className="inline-flex rounded-md border border-line-strong"
        >
          {reviewStates.map((state) => (
            <button
              key={state}
              type="button"
              aria-pressed={(asked ?? review?.state) === state}
              disabled={isPending}
              onClick={() => press(state)}
              className={classNames(
                "h-7.5 pointer-coarse:h-10 border-line-strong border-l px-2.5 font-medium text-dense text-muted transition-colors first:rounded-l-md first:border-l-0 last:rounded-r-md hover:bg-hover hover:text-text",
                pressedStyles[state],
              )}
            >
              {reviewLabels[state]}
            </button>
          ))}
        </div>
      </div>
      {review && !asked ? (
        <p className="wrap-anywhere pl-17 text-dense">
          {review.reason ? <bdi className="mr-2">{review.reason}</bdi> : null}
          <span className="text-muted text-xs">
            {fillText(t.reviewBy, {
              state: reviewLabels[review.state],
              name: <bdi>{toName(review.by)}</bdi>,
              at: <When at={review.at} timeZone={timeZone} />,
            })}
          </span>{" "}
          <button
            type="button"
            // Another state may be on its way.
            disabled={isPending}
            onClick={() => ask(review.state)}
            className="rounded px-1 py-0.5 text-muted text-xs hover:bg-hover hover:text-text print:hidden"
          >
            {review.reason ? t.editReason : t.addReason}
          </button>
        </p>
      ) : null}
      {asked ? (
        <form
          noValidate
          aria-label={t.why[asked]}
          onSubmit={(event) => {
            event.preventDefault();
            send(asked, reason);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setAsked(null);
          }}
          className="flex items-end gap-1.5"
        >
          <div className="min-w-0 flex-1">
            <Field
              label={asked === "flagged" ? t.reason : t.optionalReason}
              value={reason}
              autoComplete="off"
              autoFocus
              error={fault?.word}
              onChange={(event) => {
                setReason(event.target.value);
                setFault(null);
              }}
              className="h-8!"
            />
          </div>
          <Button type="submit" size="small" variant="primary" disabled={isPending}>
            {asked === "flagged" && review?.state !== "flagged" ? t.flag : t.save}
          </Button>
          <Button size="small" onClick={() => setAsked(null)}>
            {t.cancel}
          </Button>
        </form>
      ) : (
        <Fault>{fault?.word}</Fault>
      )}
    </div>
  );
}

const pressedStyles: Record<ReviewState, string> = {
  to_review: "aria-pressed:bg-info-soft aria-pressed:text-info",
  reviewed: "aria-pressed:bg-good-soft aria-pressed:text-good",
  flagged: "aria-pressed:bg-warn-soft aria-pressed:text-warn",
};

function newUnsaved(): NotesAnswer {
  return { fault: { place: "form", word: notesTexts().notSavedTryAgain } };
}
