"use client";

import { useActionState, useEffect, useId, useRef } from "react";
import { Field } from "@/components/ui/controls/field";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Callout } from "@/components/ui/page/callout";
import type { SignInState } from "@/lib/access/members/views";

type SignInFormProps = {
  action: (previous: SignInState, form: FormData) => Promise<SignInState>;
  /** Where to go afterwards. */
  next: string;
};

/** Works before any script has run; with scripts, a refusal leaves the page as it is. */
export function SignInForm({ action, next }: SignInFormProps) {
  const [state, submit] = useActionState(action, { email: "", refusal: null });
  const passwordRef = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const isWrong = state.refusal === "wrong-credentials";

  useEffect(() => {
    if (state.refusal) passwordRef.current?.focus();
  }, [state]);

  return (
    <form action={submit} className="space-y-4">
      {state.refusal ? (
        <div id={refusalId}>
          <Callout variant="bad" role="alert" title={refusals[state.refusal]} />
        </div>
      ) : null}
      <input type="hidden" name="next" value={next} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={state.email}
        aria-invalid={isWrong || undefined}
      />
      <Field
        ref={passwordRef}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? refusalId : undefined}
      />
      <SubmitButton className="w-full" pendingText="Signing in…">
        Sign in
      </SubmitButton>
    </form>
  );
}

const refusals = {
  "wrong-credentials": "Incorrect email or password.",
  "too-many-attempts": "Too many attempts. Wait a minute, then try again.",
  busy: "Many people are signing in. Try again in a moment.",
} satisfies Record<NonNullable<SignInState["refusal"]>, string>;
