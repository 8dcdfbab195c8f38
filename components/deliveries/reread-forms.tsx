"use client";

import { useRouter } from "next/navigation";
import { useActionState, useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Callout, Progress } from "@/components/ui/page/feedback";
import { type RereadProgressView, rereadProgressSchema } from "@/lib/intake/views/live-views";
import type { RereadOneState, RereadRefusal } from "@/lib/intake/views/views";
import * as v from "@/lib/platform/shape";
import { deliveriesDetailTexts, deliveriesRereadTexts } from "./texts.en";

export type RereadAction = (previous: RereadRefusal, form: FormData) => Promise<RereadRefusal>;

type RereadFormProps = {
  /** The log's parameters. */
  filter: string;
  label: string;
  action: RereadAction;
};

/** Has all deliveries of a filter read again. */
export function RereadForm({ filter, label, action }: RereadFormProps) {
  const [refusal, submit] = useActionState(action, null);
  return (
    <form action={submit} className="space-y-2">
      <input type="hidden" name="filter" value={filter} />
      <SubmitButton variant="secondary" size="small" className="w-full">
        {label}
      </SubmitButton>
      {refusal ? (
        <Callout variant="warn" role="alert" title={deliveriesRereadTexts().refusals[refusal]} />
      ) : null}
    </form>
  );
}

const everyMs = 1_500;

/** How much has been read. While it runs it asks; once it doesn't any more, the page is shown anew. */
export function RereadProgress({ reread }: { reread: RereadProgressView }) {
  const router = useRouter();
  const [shown, setReread] = useState(reread);
  const { total, readCount, releasedCount, heldCount, skippedCount, fault } = shown;
  const t = deliveriesRereadTexts();
  const isRunning = reread.state === "running";

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const fetched = await fetchJson("/api/deliveries/reread", v.nullable(rereadProgressSchema));
      const now = fetched.isOk ? fetched.answer : null;
      if (!now) return;
      setReread(now);
      if (now.id !== reread.id || now.state !== "running") {
        clearInterval(timer);
        router.refresh();
      }
    }, everyMs);
    return () => clearInterval(timer);
  }, [isRunning, reread.id, router]);

  return (
    <>
      {isRunning || reread.state === "stopped" ? (
        <div className="max-w-xl">
          <Progress label={t.deliveriesReprocessed} value={readCount} max={total} />
        </div>
      ) : null}
      <p className="text-muted tabular-nums">
        {[
          total === null ? t.read(readCount) : t.readOf(readCount, total),
          t.released(releasedCount),
          t.stillHeld(heldCount),
          ...(skippedCount > 0 ? [t.withoutBytes(skippedCount)] : []),
        ].join(" · ")}
      </p>
      {fault ? <p className="wrap-anywhere text-warn">{t.waiting(fault)}</p> : null}
    </>
  );
}

type ReadAgainButtonProps = {
  deliveryId: string;
  action: (previous: RereadOneState, form: FormData) => Promise<RereadOneState>;
};

/** Reads one delivery again and says what came of it. */
export function ReadAgainButton({ deliveryId, action }: ReadAgainButtonProps) {
  const t = deliveriesDetailTexts();
  const [state, submit] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-wrap items-center gap-y-1">
      <input type="hidden" name="delivery" value={deliveryId} />
      <span role="status" className="text-dense text-muted not-empty:mr-3">
        {state ? t.outcomes[state.outcome] : null}
      </span>
      <SubmitButton variant="secondary" size="small" pendingText={t.reprocessing}>
        {t.reprocess}
      </SubmitButton>
    </form>
  );
}
