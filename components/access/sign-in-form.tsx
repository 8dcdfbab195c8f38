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
  /** What signs in without a password, as an address has it. */
  link: string | null;
};

/** Works before any script has run; with scripts, a refusal leaves the page as it is. */
export function SignInForm({ action, next, link }: SignInFormProps) {
  const [state, submit] = useActionState(action, { email: "", refusal: null });
  const passwordRef = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const isWrong = state.refusal === "wrong-credentials";

  useEffect(() => {
    if (state.refusal && state.refusal !== "link-over") passwordRef.current?.focus();
  }, [state]);

  if (link !== null && !state.refusal) return <LinkForm submit={submit} link={link} />;
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

/** Sends itself: to look at an address uses nothing up, and a form may sign in. */
function LinkForm({ submit, link }: { submit: (form: FormData) => void; link: string }) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => ref.current?.requestSubmit(), []);
  return (
    <form ref={ref} action={submit}>
      <input type="hidden" name="link" value={link} />
      <SubmitButton className="w-full" pendingText="Signing in…">
        Sign in
      </SubmitButton>
    </form>
  );
}

const refusals = {
  "link-over": "This link has been used or has expired.",
  "wrong-credentials": "Incorrect email or password.",
  "too-many-attempts": "Too many attempts. Wait a minute, then try again.",
  busy: "Many people are signing in. Try again in a moment.",
} satisfies Record<NonNullable<SignInState["refusal"]>, string>;
