import type { Route } from "next";
import { Instant } from "@/components/format/dates";
import { fillText } from "@/components/format/text";
import { ButtonLink } from "@/components/ui/controls/button-link";
import { Section } from "@/components/ui/page/sections";
import type { CoverageView } from "@/lib/coverage/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { type GapActions, GapTable } from "./gap-table";
import { coverageTexts } from "./texts.en";

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
  const t = coverageTexts();
  return (
    <Section
      title={t.possibleGaps}
      description={t.description}
      actions={
        <ButtonLink href={gapsPath} size="small">
          {t.allGaps}
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
            {gaps.length === 0 ? t.nothingMissing : null}
            {fillText(t.watched, {
              since: <Instant at={listening.sinceAt} timeZone={timeZone} />,
              beat: <Instant at={listening.lastBeatAt} timeZone={timeZone} />,
            })}
          </p>
        ) : (
          <p className="text-dense text-muted">{t.noHeartbeat}</p>
        )}
      </div>
    </Section>
  );
}

type GapsPagingProps = { isFirst: boolean; after: string | null };

/** The way to earlier gaps, and back to the latest. */
export function GapsPaging({ isFirst, after }: GapsPagingProps) {
  if (isFirst && !after) return null;
  const t = coverageTexts();
  return (
    <nav aria-label={t.pages} className="flex justify-end gap-2">
      {isFirst ? null : (
        <ButtonLink href={gapsPath} size="small" variant="ghost">
          {t.latest}
        </ButtonLink>
      )}
      {after ? (
        <ButtonLink href={gapsHref(after)} size="small" rel="next">
          {t.earlier}
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
