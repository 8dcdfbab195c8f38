"use client";

import { LoadSamples, type SampleAction, SampleCurl } from "@/components/samples/sample-data";
import { ButtonLink } from "@/components/ui/controls/links";
import { WebhookUrl } from "@/components/webhooks/webhook-controls";
import type { UrlReveal, WebhookSecretsView } from "@/lib/intake/views/views";
import { texts } from "@/lib/language/texts";

export type FirstStepsProps = {
  secrets: WebhookSecretsView;
  reveal: (secretId: string) => Promise<UrlReveal>;
  loadSamples: SampleAction;
  openSampleUrl: () => Promise<string>;
};

/** What is needed for the first call, and calls to look at before it comes. */
export function FirstSteps({ secrets, reveal, loadSamples, openSampleUrl }: FirstStepsProps) {
  const t = firstStepsTexts();
  const newest = secrets.active.at(-1);
  const { urlStart } = secrets;
  return (
    <div className="mx-auto -mt-8 max-w-xl space-y-8 px-6 pb-16">
      {newest ? <WebhookUrl secret={newest} urlStart={urlStart} reveal={reveal} /> : null}
      <section className="space-y-3 border-line border-t pt-6 text-dense">
        <h2 className="font-semibold text-sm">{t.lookAround}</h2>
        <p className="text-muted">{t.samples}</p>
        <div className="flex flex-wrap gap-2">
          <LoadSamples load={loadSamples} />
          <ButtonLink href="/settings/webhooks/rehearsal" size="small">
            {t.startTestRun}
          </ButtonLink>
        </div>
        <p className="pt-2 text-muted">{t.sendOne}</p>
        <SampleCurl urlStart={urlStart} openUrl={openSampleUrl} />
      </section>
    </div>
  );
}

export const firstStepsTexts = texts("firstSteps", {
  lookAround: "Or look around first",
  samples: "Sample calls are made up and marked. One button removes them.",
  startTestRun: "Start a test run",
  sendOne: "Send one yourself:",
});
