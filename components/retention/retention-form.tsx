"use client";

import { useActionState, useEffect, useId, useRef, useState } from "react";
import { formatMegabytes } from "@/components/format/numbers";
import { classNames } from "@/components/ui/class-names";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { describeField, inputStyle } from "@/components/ui/controls/field";
import { Callout } from "@/components/ui/page/feedback";
import type { DropPreview, RetentionState } from "@/lib/intake/views/views";
import { defaultRetentionDays } from "@/lib/settings/schema";
import { retentionTexts } from "./texts.en";

type RetentionFormProps = {
  /** Null: for ever. */
  days: number | null;
  action: (previous: RetentionState, form: FormData) => Promise<RetentionState>;
};

/** For how long raw bytes are kept. What a shorter time would drop is asked about first. */
export function RetentionForm({ days, action }: RetentionFormProps) {
  const [state, submit] = useActionState(action, {
    isForEver: days === null,
    days: String(days ?? defaultRetentionDays),
    fault: null,
    preview: null,
    isSaved: false,
  });
  const t = retentionTexts();
  const [isEdited, setEdited] = useState(false);
  const id = useId();
  const daysRef = useRef<HTMLInputElement>(null);
  const shown = isEdited ? { ...state, fault: null, preview: null, isSaved: false } : state;
  const field = { id, hint: null, error: shown.fault };

  useEffect(() => {
    setEdited(false);
    if (state.fault) daysRef.current?.focus();
  }, [state]);

  return (
    <form
      action={submit}
      onChange={() => setEdited(true)}
      noValidate
      className="flex flex-col gap-4"
    >
      <fieldset className="space-y-2 text-dense">
        <legend className="mb-2 font-medium">{t.keepPayloads}</legend>
        <div className="flex flex-wrap items-center gap-2">
          <Choice value="days" isChosen={!state.isForEver}>
            {t.keepFor}
          </Choice>
          <span className="w-20">
            <input
              ref={daysRef}
              name="days"
              aria-label={t.daysField}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={state.days}
              key={state.days}
              className={classNames(inputStyle, "text-right tabular-nums")}
              {...describeField(field)}
            />
          </span>
          {t.keepDays}
        </div>
        {shown.fault ? (
          <p id={`${id}-error`} className="text-bad text-xs">
            {shown.fault}
          </p>
        ) : null}
        <div className="flex h-9 items-center">
          <Choice value="forever" isChosen={state.isForEver}>
            {t.keepForever}
          </Choice>
        </div>
      </fieldset>
      {shown.preview ? (
        <RetentionPreview preview={shown.preview} days={state.days.trim()} />
      ) : (
        <SubmitButton pendingText={t.saving} className="self-start">
          {t.save}
        </SubmitButton>
      )}
      {/* Always there, so that a screen reader notices what comes into it. */}
      <p role="status" className="-mt-4 text-good text-dense not-empty:mt-0">
        {shown.isSaved ? t.saved : null}
      </p>
    </form>
  );
}

type ChoiceProps = { value: string; isChosen: boolean; children: React.ReactNode };

function Choice({ value, isChosen, children }: ChoiceProps) {
  return (
    <label className="inline-flex items-center gap-2">
      <input
        type="radio"
        name="keep"
        value={value}
        defaultChecked={isChosen}
        key={String(isChosen)}
        className="size-4 accent-accent-solid"
      />
      {children}
    </label>
  );
}

type RetentionPreviewProps = {
  preview: DropPreview;
  /** The time that was asked for, as it was typed. */
  days: string;
};

/** Asks once more, because bytes that are dropped can't be brought back. */
function RetentionPreview({ preview, days }: RetentionPreviewProps) {
  const t = retentionTexts();
  return (
    <Callout
      variant="warn"
      role="alert"
      title={t.deletesNow(preview.days, formatMegabytes(preview.bytes))}
    >
      <p>{preview.heldBack > 0 ? t.cannotRestoreBut(preview.heldBack) : t.cannotRestore}</p>
      <input type="hidden" name="confirmed" value={Number(days)} />
      <SubmitButton variant="danger" size="small" className="mt-3" pendingText={t.saving}>
        {t.keepAndDrop(days, preview.days)}
      </SubmitButton>
    </Callout>
  );
}
