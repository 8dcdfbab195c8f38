import "server-only";
import { requireAdministrator, requireViewer } from "@/lib/access/gate/gate";
import { env } from "@/lib/platform/settings/env";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { resolveDates } from "@/lib/recordings/filter/resolve-dates";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getListening, listGaps, readGapClock, toCoverageRange } from "./gaps";
import type { CoverageView, GapListView, GapView } from "./views";

/**
 * Gaps in the days that a list shows, of its campaigns, that nobody has acknowledged, and that are no
 * mere restarts; without days, those of the last week.
 */
export async function loadListGaps(asked: RecordingFilter): Promise<GapListView> {
  await requireViewer();
  const [{ databaseNow, now }, timeZone] = await Promise.all([readGapClock(), viewerTimeZone()]);
  const filter = resolveDates(asked, { now: new Date(), timeZone });
  const range = toCoverageRange(filter, timeZone);
  const isOpen = !filter.from && !filter.to;
  const fromAt = isOpen ? new Date(databaseNow.getTime() - weekMs) : range.fromAt;
  const noticed = { leastSeconds: env().GAP_NOTICE_SECONDS };
  const { gaps, after } = await listGaps({ ...range, fromAt, most: mostInNotice, now, noticed });
  return { gaps: gaps.filter((gap) => !isOf(filter.campaign.exclude, gap)), after };
}

/**
 * Gaps in the days of a timeline that may hide calls of its filter: those of all calls and of its
 * campaigns, whether or not somebody knows about them. The latest, where they are very many.
 */
export async function loadTimelineGaps(
  { campaign }: Pick<RecordingFilter, "campaign">,
  { from, to }: { from: string; to: string },
): Promise<GapView[]> {
  await requireViewer();
  const range = toCoverageRange({ ...emptyFilter, from, to }, await viewerTimeZone());
  const noticed = { leastSeconds: env().GAP_NOTICE_SECONDS, isKnownToo: true };
  const { now } = await readGapClock();
  const { gaps } = await listGaps({ ...range, most: mostDrawn, now, noticed });
  return gaps.filter((gap) => isOfAllCalls(gap) || isOf(campaign.include, gap));
}

const mostDrawn = 200;

/** For administrators alone: every gap, and since when there would be any. */
export async function loadCoverage(page: {
  after: string | null;
  most: number;
}): Promise<CoverageView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  const { now } = await readGapClock();
  const everything = { fromAt: null, toAt: null, campaigns: null, now };
  const [listening, list] = await Promise.all([
    getListening(),
    listGaps({ ...everything, ...page }),
  ]);
  return { ...list, listening };
}

const mostInNotice = 20;
const weekMs = 7 * 86_400_000;

function isOfAllCalls(gap: GapView): boolean {
  return gap.kind === "not-listening" || gap.series.of === "all";
}

function isOf(campaigns: (string | null)[], gap: GapView): boolean {
  if (gap.kind === "not-listening" || gap.series.of === "all") return false;
  return campaigns.includes(gap.series.campaign);
}
