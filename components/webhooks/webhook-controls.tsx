"use client";

import { Eye, EyeOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useActionState, useEffect, useState, useTransition } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { CopyButton, SubmitButton } from "@/components/ui/controls/async-buttons";
import { buttonStyle, IconButton } from "@/components/ui/controls/button";
import { Field } from "@/components/ui/controls/field";
import { Popover } from "@/components/ui/overlay/popover";
import { Code } from "@/components/ui/page/details";
import { Callout, Fault } from "@/components/ui/page/feedback";
import { Section } from "@/components/ui/page/sections";
import { contactNewsSchema } from "@/lib/intake/views/live-views";
import {
  longestSecretName,
  type NewSecretState,
  type RetryWindowState,
  type RevokeState,
  type UrlReveal,
  type WebhookSecretView,
} from "@/lib/intake/views/views";
import { driftTexts, firstContactTexts, webhooksTexts } from "./texts.en";

type NamedSecret = Pick<WebhookSecretView, "id" | "name">;

export type WebhookUrlProps = {
  secret: NamedSecret;
  /** The URL without its secret. */
  urlStart: string;
  reveal: (secretId: string) => Promise<UrlReveal>;
};

/** The URL with its secret, which comes from the server when it is asked for, and not before. */
export function WebhookUrl({ secret, urlStart, reveal }: WebhookUrlProps) {
  const [answer, setAnswer] = useState<UrlReveal | null>(null);
  const t = webhooksTexts();
  const [isAsking, ask] = useTransition();
  const url = answer && "url" in answer ? answer.url : null;

  const show = () => ask(async () => setAnswer(await reveal(secret.id)));

  async function fetchUrl(): Promise<string> {
    const fetched = await reveal(secret.id);
    if ("url" in fetched) return fetched.url;
    setAnswer(fetched);
    throw new Error(fetched.refusal);
  }

  return (
    <div className="rounded-md border border-line bg-raised py-1 pr-1.5 pl-3 text-dense">
      <div className="flex items-center gap-x-1">
        <span className="min-w-0 flex-1">
          <Code>{url ?? `${urlStart}${"•".repeat(12)}`}</Code>
        </span>
        <IconButton
          label={url ? t.hideSecret(secret.name) : t.showSecret(secret.name)}
          onClick={url ? () => setAnswer(null) : show}
          aria-busy={isAsking}
        >
          {url ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
        </IconButton>
        <CopyButton value={url ?? fetchUrl} label={t.copyUrl(secret.name)} />
      </div>
      <Fault className="py-1">{answer && "refusal" in answer ? answer.refusal : null}</Fault>
    </div>
  );
}

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

export type RevokeSecretProps = {
  secret: NamedSecret;
  /** Null: never. */
  lastUsed: string | null;
  /** No other works. */
  isLast: boolean;
  action: (previous: RevokeState, form: FormData) => Promise<RevokeState>;
};

/** Asks once more, because what is sent to a revoked URL is lost. */
export function RevokeSecret({ secret, lastUsed, isLast, action }: RevokeSecretProps) {
  const t = webhooksTexts();
  const [{ refusal }, submit] = useActionState(action, { refusal: null });
  return (
    <Popover
      trigger={t.revoke}
      triggerLabel={t.revokeNamed(secret.name)}
      triggerClassName={buttonStyle("secondary", "small")}
      className="space-y-3 p-4 sm:w-80"
    >
      {refusal ? <Callout variant="bad" role="alert" title={refusal} /> : null}
      {isLast ? (
        <p>{t.onlySecret}</p>
      ) : (
        <form action={submit} className="space-y-3">
          <input type="hidden" name="secret" value={secret.id} />
          <p className="wrap-anywhere font-medium tabular-nums">
            {lastUsed ? t.wasLastUsed(secret.name, lastUsed) : t.neverUsed(secret.name)}
          </p>
          <p className="text-muted">{t.onceRevoked}</p>
          <SubmitButton variant="danger" size="small" className="w-full" pendingText={t.revoking}>
            {t.revokeIt}
          </SubmitButton>
        </form>
      )}
    </Popover>
  );
}

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

const everyMs = 2_000;

/** Waits for the first delivery; when it or a wrong secret has come, the page is shown anew. */
export function ContactWatch({ wrongSecrets }: { wrongSecrets: number }) {
  const router = useRouter();
  const t = firstContactTexts();

  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const fetched = await fetchJson("/api/deliveries/first", contactNewsSchema);
      if (!fetched.isOk) return;
      const { deliveryId, wrongSecrets: wrongNow } = fetched.answer;
      if (deliveryId || wrongNow !== wrongSecrets) router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router, wrongSecrets]);

  return (
    <Callout variant="info" role="status" title={t.waiting}>
      {t.nothingYet}
    </Callout>
  );
}

type AcknowledgeFormProps = {
  title: string;
  description: string;
  /** How many of them nobody has acknowledged yet. */
  waiting: number;
  acknowledge: (form: FormData) => Promise<void>;
  children: React.ReactNode;
};

/** Chooses among the boxes in it, and acknowledges what is chosen by one button. */
export function AcknowledgeForm(props: AcknowledgeFormProps) {
  const { title, description, waiting, acknowledge, children } = props;
  const t = driftTexts();
  const [chosen, setChosen] = useState(0);
  const count = Math.min(chosen, waiting);
  return (
    <form
      action={acknowledge}
      onChange={({ currentTarget }) => setChosen(boxesOf(currentTarget).filter(isChecked).length)}
      onReset={() => setChosen(0)}
    >
      <Section
        title={title}
        description={description}
        actions={
          waiting > 0 ? (
            <div className="flex items-center gap-4">
              <label className="flex min-h-8 items-center gap-2 text-dense">
                <input
                  type="checkbox"
                  aria-label={t.selectAllOf(title)}
                  checked={count === waiting}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < waiting;
                  }}
                  onChange={({ target: { form, checked } }) => {
                    for (const box of boxesOf(form)) box.checked = checked;
                  }}
                  className="size-3.5 accent-accent-solid"
                />
                {t.selectAll}
              </label>
              <SubmitButton
                variant="secondary"
                size="small"
                disabled={count === 0}
                aria-label={t.acknowledgeChosen(count, title)}
                className="min-w-36 tabular-nums"
              >
                {t.acknowledge(count)}
              </SubmitButton>
            </div>
          ) : null
        }
      >
        {children}
      </Section>
    </form>
  );
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>("input[name=drift]") ?? [])];
}

const isChecked = ({ checked }: HTMLInputElement) => checked;
