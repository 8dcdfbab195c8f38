"use client";

import { useActionState, useEffect, useRef, useState } from "react";
import { formatShort } from "@/components/format/dates";
import { classNames } from "@/components/ui/class-names";
import { SubmitButton } from "@/components/ui/controls/async-buttons";
import { Field } from "@/components/ui/controls/field";
import { Callout } from "@/components/ui/page/feedback";
import type { KeptAudioPreview, KeptAudioState } from "@/lib/audio/kept/views";
import { readKeepDays, readQuota } from "@/lib/settings/schema";
import { retentionAudioTexts } from "./texts.en";

export type AudioFormProps = {
  /** Null: without a limit. */
  quotaGb: number | null;
  keepDays: number | null;
  timeZone: string;
  action: (previous: KeptAudioState, form: FormData) => Promise<KeptAudioState>;
  preview: (typed: { quota: string; days: string }) => Promise<KeptAudioPreview | null>;
};

/** How much audio is kept, and for how long. What that does is told while it is typed, and asked once more. */
export function AudioForm({ quotaGb, keepDays, timeZone, action, preview }: AudioFormProps) {
  const t = retentionAudioTexts();
  const [state, submit] = useActionState(action, {
    quota: quotaGb === null ? "" : String(quotaGb),
    days: keepDays === null ? "" : String(keepDays),
    fault: null,
    preview: null,
    confirms: "",
    isSaved: false,
  });
  const [typed, setTyped] = useState<{ quota: string; days: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const shown = typed ? { ...state, fault: null, preview: null, isSaved: false } : state;
  const said = useLivePreview(typed, preview);

  useEffect(() => {
    setTyped(null);
    if (!state.fault) return;
    const field = form.current?.elements.namedItem(state.fault);
    if (field instanceof HTMLInputElement) field.focus();
  }, [state]);

  const change = (event: React.ChangeEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    setTyped({ quota: String(data.get("quota")), days: String(data.get("days")) });
  };
  return (
    <form ref={form} action={submit} onChange={change} noValidate className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...numberField}
          label={`${t.quota} (${t.gigabytes})`}
          name="quota"
          key={`quota ${state.quota}`}
          defaultValue={state.quota}
          hint={t.quotaHint}
          error={shown.fault === "quota" ? t.quotaFault : null}
        />
        <Field
          {...numberField}
          label={`${t.keepFor} (${t.days})`}
          name="days"
          key={`days ${state.days}`}
          defaultValue={state.days}
          hint={t.keepHint}
          error={shown.fault === "days" ? t.daysFault : null}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {shown.preview ? (
          <div className="w-full">
            <Callout variant="warn" role="alert" title={t.confirmTitle}>
              <Effects effects={shown.preview} timeZone={timeZone} />
              {removes(shown.preview) ? <p className="mt-2">{t.cannotRestore}</p> : null}
              <input type="hidden" name="confirmed" value={shown.confirms} />
              <SubmitButton variant="danger" size="small" className="mt-3" pendingText={t.saving}>
                {toConfirmation(shown.preview)}
              </SubmitButton>
            </Callout>
          </div>
        ) : (
          <SubmitButton pendingText={t.saving}>{t.save}</SubmitButton>
        )}
        {/* As high as it gets, so that nothing below it moves. */}
        <div
          role="status"
          className={classNames(
            "flex min-w-0 flex-1 basis-72 flex-col justify-center text-dense text-muted",
            shown.preview ? null : "min-h-10",
          )}
        >
          {said === "counting" ? t.counting : null}
          {said === "failed" ? t.noPreview : null}
          {typeof said === "object" && said ? <Effects effects={said} timeZone={timeZone} /> : null}
          {shown.isSaved ? <span className="text-good">{t.saved}</span> : null}
        </div>
      </div>
    </form>
  );
}

const numberField = {
  inputMode: "decimal",
  autoComplete: "off",
  className: "tabular-nums",
} as const;

function removes({ removal }: KeptAudioPreview): boolean {
  return removal === "too-many" || (removal?.calls ?? 0) > 0;
}

function toConfirmation({ removal }: KeptAudioPreview): string {
  const t = retentionAudioTexts();
  if (removal === "too-many" || removal?.isMore) return t.confirmMany;
  return removal && removal.calls > 0 ? t.confirmRemoval(removal.calls) : t.confirm;
}

/** What limits would do, a sentence each. */
function Effects({ effects, timeZone }: { effects: KeptAudioPreview; timeZone: string }) {
  const t = retentionAudioTexts();
  const { removal, freeQuotaBytes } = effects;
  return (
    <>
      <p>{describeRemoval(removal, timeZone)}</p>
      {freeQuotaBytes === null ? null : (
        <p>{freeQuotaBytes > 0 ? t.fits(freeQuotaBytes) : t.stops(-freeQuotaBytes)}</p>
      )}
    </>
  );
}

/** "Removes the audio of 1,204 calls (3.4 GB), the oldest from 3 Mar 2026; 12 protected calls keep theirs." */
function describeRemoval(removal: KeptAudioPreview["removal"], timeZone: string): string {
  const t = retentionAudioTexts();
  if (removal === null) return t.keepsAll;
  if (removal === "too-many") return t.removesMany;
  const { calls, bytes, oldestAt, protectedCalls, isMore } = removal;
  const kept = protectedCalls > 0 ? t.keepsProtected(protectedCalls) : "";
  if (calls === 0 || oldestAt === null)
    return kept ? `${t.removesNothing} ${kept}.` : t.removesNothing;
  const format = isMore ? t.removesAtLeast : t.removes;
  const said = format(calls, bytes, formatShort(oldestAt, timeZone, new Date(0)).day);
  return kept ? `${said}; ${kept}.` : `${said}.`;
}

type Said = KeptAudioPreview | "counting" | "failed" | null;

/** What is typed is asked about once the typing rests; null: nothing is, or it can't be read. */
function useLivePreview(
  typed: { quota: string; days: string } | null,
  preview: AudioFormProps["preview"],
): Said {
  const [said, setSaid] = useState<Said>(null);
  useEffect(() => {
    const isReadable =
      typed && readQuota(typed.quota) !== undefined && readKeepDays(typed.days) !== undefined;
    if (!typed || !isReadable) return setSaid(null);
    let isOver = false;
    setSaid("counting");
    const timer = setTimeout(() => {
      preview(typed).then(
        (answer) => isOver || setSaid(answer),
        () => isOver || setSaid("failed"),
      );
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [typed, preview]);
  return said;
}

const restMs = 400;
