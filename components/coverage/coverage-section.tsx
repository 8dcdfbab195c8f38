import { Instant } from "@/components/format/instant";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Section } from "@/components/ui/page/section";
import type { CoverageView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import type { GapActions } from "./gap-row";
import { GapTable } from "./gap-table";
import { gapsPath } from "./gaps-href";

type CoverageSectionProps = {
  coverage: CoverageView;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
  gapActions: GapActions;
};

/** The latest gaps, and what stands behind their absence. */
export function CoverageSection({
  coverage,
  now,
  timeZone,
  vocabulary,
  gapActions,
}: CoverageSectionProps) {
  const { listening, gaps } = coverage;
  return (
    <Section
      title="What may have been missed"
      description="Times when Earshot was not listening, and silences that are unusual."
      actions={
        <ButtonLink href={gapsPath} size="small">
          All gaps
        </ButtonLink>
      }
    >
      <div className="space-y-3">
        {gaps.length > 0 ? (
          <GapTable
            gaps={gaps}
            now={now}
            timeZone={timeZone}
            vocabulary={vocabulary}
            actions={gapActions}
          />
        ) : null}
        {listening ? (
          <p className="text-dense text-muted">
            {gaps.length === 0 ? "Nothing is known to be missing. " : null}
            Watched since <Instant at={listening.sinceAt} timeZone={timeZone} />; last heartbeat{" "}
            <Instant at={listening.lastBeatAt} timeZone={timeZone} />.
          </p>
        ) : (
          <p className="text-dense text-muted">
            Earshot’s heart has not beaten yet. Look again in a few seconds.
          </p>
        )}
      </div>
    </Section>
  );
}
