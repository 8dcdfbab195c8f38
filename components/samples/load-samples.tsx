"use client";

import { useActionState } from "react";
import { CopyButton } from "@/components/ui/controls/copy-button";
import { SubmitButton } from "@/components/ui/controls/submit-button";
import { Code } from "@/components/ui/page/description-list";
import type { SamplesState } from "@/lib/samples/samples";
import { samplesTexts } from "./texts.en";

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
      {refusal ? (
        <p role="alert" className="mt-1.5 text-bad text-xs">
          {refusal}
        </p>
      ) : null}
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
