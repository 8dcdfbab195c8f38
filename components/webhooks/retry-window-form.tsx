"use client";

import { useActionState } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import type { RetryWindowState } from "@/lib/intake/views/views";

type RetryWindowFormProps = {
  minutes: number;
  save: (previous: RetryWindowState, form: FormData) => Promise<RetryWindowState>;
};

/** For how long the same bytes count as a retry. */
export function RetryWindowForm({ minutes, save }: RetryWindowFormProps) {
  const [state, submit] = useActionState(save, {
    minutes: String(minutes),
    fault: null,
    isSaved: false,
  });
  return (
    <form action={submit} noValidate className="flex max-w-xs flex-col gap-4">
      <Field
        label="Minutes"
        name="minutes"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={state.minutes}
        key={state.minutes}
        hint="0: the same bytes are never a retry."
        error={state.fault}
      />
      <SubmitButton pendingText="Saving…" className="self-start">
        Save
      </SubmitButton>
      {/* Always there, so that a screen reader notices what comes into it. */}
      <p role="status" className="-mt-4 text-good text-dense not-empty:mt-0">
        {state.isSaved ? "Saved." : null}
      </p>
    </form>
  );
}
