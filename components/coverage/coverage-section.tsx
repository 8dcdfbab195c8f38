import type { Route } from "next";
import { Instant } from "@/components/format/dates";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Section } from "@/components/ui/page/sections";
import type { CoverageView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { type GapActions, GapTable } from "./gap-table";

type CoverageSectionProps = {
  coverage: CoverageView;
  gapActions: GapActions;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The latest gaps, and what stands behind their absence. */
export function CoverageSection(props: CoverageSectionProps) {
  const { coverage, gapActions, now, timeZone, vocabulary } = props;
  const { listening, gaps } = coverage;
  return (
    <Section
      title="Possible gaps"
      description="Times when Earshot was offline, and silences that are unusual."
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

type GapsPagingProps = { isFirst: boolean; after: string | null };

/** The way to earlier gaps, and back to the latest. */
export function GapsPaging({ isFirst, after }: GapsPagingProps) {
  if (isFirst && !after) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2">
      {isFirst ? null : (
        <ButtonLink href={gapsPath} size="small" variant="ghost">
          Latest
        </ButtonLink>
      )}
      {after ? (
        <ButtonLink href={gapsHref(after)} size="small" rel="next">
          Earlier
        </ButtonLink>
      ) : null}
    </nav>
  );
}

const gapsPath: Route = "/settings/webhooks/gaps";

/** The gaps that came before a cursor. */
function gapsHref(after: string): Route {
  return `${gapsPath}?${new URLSearchParams({ after })}` as Route;
}
