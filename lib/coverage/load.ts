import "server-only";
import { requireAdministrator, requireViewer } from "@/lib/access/gate";
import type { RecordingFilter } from "@/lib/recordings/filter";
import { startOfDay } from "@/lib/settings/calendar-day";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getListening, listGaps } from "./queries";
import type { CoverageView, GapListView, GapView } from "./views";

/** Gaps in the days that a list shows, of its campaigns; without days, those of the last week. */
export async function loadListGaps(filter: RecordingFilter): Promise<GapListView> {
  await requireViewer();
  const now = new Date();
  const { include, exclude } = filter.campaign;
  const { gaps, after } = await listGaps({
    ...toInstants(filter, await viewerTimeZone(), now),
    campaigns: include.length > 0 ? include : null,
    most: mostInNotice,
    now,
  });
  return { gaps: gaps.filter((gap) => !isOf(exclude, gap)), after };
}

/** For administrators alone: every gap, and since when there would be any. */
export async function loadCoverage(page: {
  after: string | null;
  most: number;
}): Promise<CoverageView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  const everything = { fromAt: null, toAt: null, campaigns: null, now: new Date() };
  const [listening, list] = await Promise.all([
    getListening(),
    listGaps({ ...everything, ...page }),
  ]);
  return { ...list, listening };
}

const mostInNotice = 20;
const weekMs = 7 * 86_400_000;

function toInstants({ from, to }: RecordingFilter, timeZone: string, now: Date) {
  if (!from && !to) return { fromAt: new Date(now.getTime() - weekMs), toAt: null };
  const toDate = (day: string | null, daysLater: number) => {
    const instant = day && startOfDay(day, timeZone, daysLater);
    return instant ? new Date(instant.epochMilliseconds) : null;
  };
  return { fromAt: toDate(from, 0), toAt: toDate(to, 1) };
}

function isOf(campaigns: (string | null)[], gap: GapView): boolean {
  if (gap.kind !== "silence" || gap.series.of === "all") return false;
  return campaigns.includes(gap.series.campaign);
}
