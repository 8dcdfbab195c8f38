/** What a campaign's calls are together; of several values that are one, the one that stands for them. Null is "no campaign". Instants are ISO 8601 in UTC. */
export type CampaignRowView = {
  campaign: string | null;
  calls: number;
  minutes: number;
  /** The most first. */
  statuses: { status: string; calls: number }[];
  lastCallAt: string | null;
};

export type CampaignListView = {
  rows: CampaignRowView[];
  /** How many campaigns match. */
  total: number;
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};
