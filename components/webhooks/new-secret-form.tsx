"use client";

import { useActionState } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { longestSecretName } from "@/lib/intake/secrets/schema";
import type { NewSecretState } from "@/lib/intake/views/views";
import { webhooksTexts } from "./texts.en";

export type NewSecretFormProps = {
  action: (previous: NewSecretState, form: FormData) => Promise<NewSecretState>;
};

/** Makes a secret under a name; its URL then stands in the list. */
export function NewSecretForm({ action }: NewSecretFormProps) {
  const t = webhooksTexts();
  const [state, submit] = useActionState(action, { name: "", fault: null, made: null });
  return (
    <form action={submit} noValidate>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-56 flex-1">
          <Field
            label={t.secretName}
            name="name"
            autoComplete="off"
            placeholder={t.secretNameExample}
            required
            maxLength={longestSecretName}
            defaultValue={state.name}
            error={state.fault}
          />
        </div>
        <SubmitButton variant="secondary" pendingText={t.creating} className="sm:mt-6.5">
          {t.createSecret}
        </SubmitButton>
      </div>
      {/* Always there, so that a screen reader notices what comes into it. */}
      <p role="status" className="not-empty:mt-2 text-good text-dense">
        {state.made ? t.worksNow(state.made) : null}
      </p>
    </form>
  );
}
