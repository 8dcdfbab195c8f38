import { AudioLines } from "lucide-react";
import { EmptyList } from "@/components/list/empty";
import { describeFilter } from "@/components/recordings/filters/filter-chips";
import { filterHref, pageHref } from "@/components/recordings/list-href";
import { LoadSamples, type SampleAction, SampleCurl } from "@/components/samples/load-samples";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { EmptyState } from "@/components/ui/page/empty-state";
import { WebhookUrl } from "@/components/webhooks/webhook-url";
import type { UrlReveal, WebhookSecretsView } from "@/lib/intake/views/views";
import { emptyFilter, type RecordingQuery } from "@/lib/recordings/filter/filter";
import { recordingsStateMoreTexts } from "./more-texts.en";

export type FirstSteps = {
  secrets: WebhookSecretsView;
  reveal: (secretId: string) => Promise<UrlReveal>;
  loadSamples: SampleAction;
  openSampleUrl: () => Promise<string>;
};

type RecordingsEmptyProps = {
  query: RecordingQuery;
  /** What administrators may do where there is no call yet; null for anybody else. */
  first: FirstSteps | null;
};

/** Why the list shows no call. */
export function RecordingsEmpty({ query, first }: RecordingsEmptyProps) {
  const t = recordingsStateMoreTexts();
  return (
    <EmptyList
      things={t.calls}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeFilter(query).length > 0}
      clearHref={filterHref(query, emptyFilter)}
      advice={t.removeFilter}
    >
      {first ? (
        <>
          <EmptyState
            icon={AudioLines}
            title={t.noneYet}
            actions={
              <ButtonLink href="/settings/webhooks/first-contact" variant="primary" size="small">
                {t.connect}
              </ButtonLink>
            }
          >
            {t.registerUrl}
          </EmptyState>
          <Steps {...first} />
        </>
      ) : (
        <EmptyState icon={AudioLines} title={t.noneYet}>
          {t.askAdministrator}
        </EmptyState>
      )}
    </EmptyList>
  );
}

/** What is needed for the first call, and calls to look at before it comes. */
function Steps({ secrets, reveal, loadSamples, openSampleUrl }: FirstSteps) {
  const t = recordingsStateMoreTexts();
  const newest = secrets.active.at(-1);
  const { urlStart } = secrets;
  return (
    <div className="mx-auto -mt-8 max-w-xl space-y-8 px-6 pb-16">
      {newest ? (
        <WebhookUrl
          secretId={newest.id}
          secretName={newest.name}
          urlStart={urlStart}
          reveal={reveal}
        />
      ) : null}
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
