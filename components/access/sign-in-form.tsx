"use client";

import { useActionState, useEffect, useId, useRef } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import type { SignInState } from "@/lib/access/views";
import { accessTexts } from "./texts.en";

type SignInFormProps = {
  action: (previous: SignInState, form: FormData) => Promise<SignInState>;
  /** Where to go afterwards. */
  next: string;
  /** What signs in without a password, as an address has it. */
  link: string | null;
};

/** Works before any script has run; with scripts, a refusal leaves the page as it is. */
export function SignInForm({ action, next, link }: SignInFormProps) {
  const [state, submit] = useActionState(action, { email: "", refusal: null });
  const passwordRef = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const t = accessTexts();
  const isWrong = state.refusal === "wrong-credentials";

  useEffect(() => {
    if (state.refusal && state.refusal !== "link-over") passwordRef.current?.focus();
  }, [state]);

  if (link !== null && !state.refusal) return <LinkForm submit={submit} link={link} />;
  return (
    <form action={submit} className="space-y-4">
      {state.refusal ? (
        <div id={refusalId}>
          <Callout variant="bad" role="alert" title={t.signInRefusals[state.refusal]} />
        </div>
      ) : null}
      <input type="hidden" name="next" value={next} />
      <Field
        label={t.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={state.email}
        aria-invalid={isWrong || undefined}
      />
      <Field
        ref={passwordRef}
        label={t.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? refusalId : undefined}
      />
      <SubmitButton className="w-full" pendingText={t.signingIn}>
        {t.signIn}
      </SubmitButton>
    </form>
  );
}

/** Sends itself: to look at an address uses nothing up, and a form may sign in. */
function LinkForm({ submit, link }: { submit: (form: FormData) => void; link: string }) {
  const t = accessTexts();
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => ref.current?.requestSubmit(), []);
  return (
    <form ref={ref} action={submit}>
      <input type="hidden" name="link" value={link} />
      <SubmitButton className="w-full" pendingText={t.signingIn}>
        {t.signIn}
      </SubmitButton>
    </form>
  );
}
