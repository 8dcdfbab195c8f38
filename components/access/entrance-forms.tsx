"use client";

import { useActionState, useEffect, useId, useRef, useState } from "react";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { describeField, Field, FieldFrame, inputStyle } from "@/components/ui/controls/field";
import { Callout } from "@/components/ui/page/feedback";
import {
  advisedPasswordLength,
  maxPasswordLength,
  minPasswordLength,
  type SetUpState,
  type SignInState,
} from "@/lib/access/views";
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

type SetUpFormProps = {
  action: (previous: SetUpState, form: FormData) => Promise<SetUpState>;
  token: string;
};

export function SetUpForm({ action, token }: SetUpFormProps) {
  const [state, submit] = useActionState(action, {
    name: "",
    email: "",
    faults: {},
    refusal: null,
  });
  const formRef = useRef<HTMLFormElement>(null);
  const t = accessTexts();
  const { faults } = state;

  useEffect(() => {
    if (Object.keys(state.faults).length === 0) return;
    formRef.current?.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  return (
    <form ref={formRef} action={submit} noValidate className="space-y-4">
      {state.refusal ? (
        <Callout variant="bad" role="alert" {...wordRefusal(state.refusal)} />
      ) : null}
      <input type="hidden" name="token" value={token} />
      <Field
        label={t.name}
        name="name"
        autoComplete="name"
        autoFocus
        required
        defaultValue={state.name}
        error={faults.name?.[0]}
      />
      <Field
        label={t.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={state.email}
        error={faults.email?.[0]}
      />
      <PasswordField error={faults.password?.[0]} />
      <SubmitButton className="w-full" pendingText={t.creatingAccount}>
        {t.createAccount}
      </SubmitButton>
    </form>
  );
}

/** Its writer may look at it, and a fault elsewhere doesn't lose it. */
function PasswordField({ error }: { error: string | undefined }) {
  const id = useId();
  const [password, setPassword] = useState("");
  const [isShown, setShown] = useState(false);
  const t = accessTexts();
  const hint = t.passwordHint(minPasswordLength, advisedPasswordLength);
  return (
    <FieldFrame id={id} label={t.password} hint={hint} error={error}>
      <input
        name="password"
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        required
        minLength={minPasswordLength}
        maxLength={maxPasswordLength}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        className={inputStyle}
        {...describeField({ id, hint, error })}
      />
      <label className="flex w-fit items-center gap-2 text-dense">
        <input
          type="checkbox"
          checked={isShown}
          onChange={() => setShown(!isShown)}
          className="accent-accent-solid"
        />
        {t.showPassword}
      </label>
    </FieldFrame>
  );
}

function wordRefusal(refusal: NonNullable<SetUpState["refusal"]>) {
  const t = accessTexts();
  return refusal === "link-over"
    ? { title: t.linkUsedMeanwhile, children: t.askForNewOne }
    : { title: t.signInRefusals[refusal] };
}
