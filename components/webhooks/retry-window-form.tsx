"use client";

import { useActionState } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { RetryWindowState } from "@/lib/intake/views/views";
import { webhooksTexts } from "./texts.en";

type RetryWindowFormProps = {
  minutes: number;
  save: (previous: RetryWindowState, form: FormData) => Promise<RetryWindowState>;
};

/** For how long the same bytes count as a retry. */
export function RetryWindowForm({ minutes, save }: RetryWindowFormProps) {
  const t = webhooksTexts();
  const [state, submit] = useActionState(save, {
    minutes: String(minutes),
    fault: null,
    isSaved: false,
  });
  return (
    <form action={submit} noValidate className="flex max-w-xs flex-col gap-4">
      <Field
        label={t.minutes}
        name="minutes"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={state.minutes}
        key={state.minutes}
        hint={t.minutesHint}
        error={state.fault}
      />
      <SubmitButton pendingText={t.saving} className="self-start">
        {t.save}
      </SubmitButton>
      {/* Always there, so that a screen reader notices what comes into it. */}
      <p role="status" className="-mt-4 text-good text-dense not-empty:mt-0">
        {state.isSaved ? t.saved : null}
      </p>
    </form>
  );
}
