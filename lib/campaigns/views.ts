import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import type { PeriodFigures, TimelineView } from "@/lib/recordings/views/views";

/** What a campaign's calls are together; of several values that are one, the one that stands for them. Null is "no campaign". Instants are ISO 8601 in UTC. */
export type CampaignRowView = {
  campaign: string | null;
  calls: number;
  minutes: number;
  /** The most first. */
  statuses: { status: string; calls: number }[];
  /** The calls with a status of success. */
  successes: number;
  /** The same in the period before; null: the days have none, or no call in it. */
  before: { calls: number; successes: number } | null;
  lastCallAt: string | null;
};

export type CampaignListView = {
  rows: CampaignRowView[];
  /** How many campaigns match. */
  total: number;
  /** The statuses of all campaigns in these days, the most frequent first. */
  ranked: string[];
  /** The days that each row's `before` is of; null: the filter has no first day. */
  daysBefore: { from: string; to: string } | null;
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};

/** One side of a comparison, and the filter that finds its calls in the list. */
export type ComparedSideView = {
  filter: RecordingFilter;
  figures: PeriodFigures;
  /** Null: no days to draw. */
  timeline: TimelineView | null;
};
