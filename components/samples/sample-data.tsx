"use client";

import { FlaskConical } from "lucide-react";
import { startTransition, useActionState, useEffect } from "react";
import { CopyButton, SubmitButton } from "@/components/ui/controls/async-buttons";
import { Code } from "@/components/ui/page/details";
import { Fault } from "@/components/ui/page/feedback";
import { texts } from "@/lib/language/texts";
import type { SamplesState } from "@/lib/samples/samples";

/** Says above the list that some of its calls are made up. @param remove null for whoever may not */
export function SampleNotice({ remove }: { remove: SampleAction | null }) {
  const t = samplesTexts();
  return (
    <section
      aria-label={t.sampleData}
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-b bg-info-soft px-4 py-2 text-dense sm:px-6 [&_form]:-my-1.5"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-info" />
      <p className="min-w-0 flex-1">
        <span className="font-medium text-info">{t.notice}</span> {t.madeUp}
      </p>
      {remove ? <RemoveSamples remove={remove} /> : null}
    </section>
  );
}

function RemoveSamples({ remove }: { remove: SampleAction }) {
  const t = samplesTexts();
  const [state, submit, isPending] = useActionState(remove, { refusal: null, hasMore: false });

  // There was no time for all of them at once.
  useEffect(() => {
    if (state.hasMore) startTransition(submit);
  }, [state, submit]);

  return (
    <form action={submit}>
      <SubmitButton variant="ghost" size="small" disabled={isPending} pendingText={t.removing}>
        {t.remove}
      </SubmitButton>
    </form>
  );
}

export type SampleAction = (previous: SamplesState) => Promise<SamplesState>;

/** Fills the list with made-up calls, which can be removed again. */
export function LoadSamples({ load }: { load: SampleAction }) {
  const t = samplesTexts();
  const [{ refusal }, submit] = useActionState(load, { refusal: null, hasMore: false });
  return (
    <form action={submit}>
      <SubmitButton variant="secondary" size="small" pendingText={t.loading}>
        {t.load}
      </SubmitButton>
      <Fault className="mt-1.5">{refusal}</Fault>
    </form>
  );
}

type SampleCurlProps = {
  /** The webhook's URL without its secret. */
  urlStart: string;
  /** Makes a whole URL whose calls are sample data. */
  openUrl: () => Promise<string>;
};

/** A command that sends one call, as the calling service would. Its secret comes when it is copied. */
export function SampleCurl({ urlStart, openUrl }: SampleCurlProps) {
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-raised py-2 pr-2 pl-3 text-left">
      <Code>{toCurl(`${urlStart}${"•".repeat(12)}`)}</Code>
      <CopyButton value={async () => toCurl(await openUrl())} label={samplesTexts().copyCommand} />
    </div>
  );
}

function toCurl(url: string): string {
  return `curl ${url} -d '${JSON.stringify(sample)}'`;
}

const sample = {
  id: "sample_curl",
  status: "completed",
  minutes_used: 2,
  campaign: "hello",
  summary: "Sent by hand.",
};

export const samplesTexts = texts("samples", {
  sampleData: "Sample data",
  notice: "Sample data:",
  madeUp: "this list includes made-up calls.",
  remove: "Remove sample data",
  removing: "Removing…",
  load: "Load sample calls",
  loading: "Loading…",
  copyCommand: "Copy curl command",
});
