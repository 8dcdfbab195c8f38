import { z } from "zod";

/** Which campaigns are asked for, and the days (YYYY-MM-DD) in the viewer's zone of their calls. */
export const campaignFilterSchema = z.object({
  q: z.string(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
});

export const campaignSortSchema = z.enum([
  "-calls",
  "calls",
  "-minutes",
  "minutes",
  "-last_call",
  "last_call",
  "-success",
  "success",
  "-success_change",
  "success_change",
  "name",
  "-name",
]);

export type CampaignFilter = z.infer<typeof campaignFilterSchema>;
export type CampaignSort = z.infer<typeof campaignSortSchema>;

/** One page of the list: its order, the cursor it starts after or ends before, and its length. */
export type CampaignPage = {
  sort: CampaignSort;
  after: string | null;
  before: string | null;
  limit: number;
};
export type CampaignQuery = { filter: CampaignFilter; page: CampaignPage };

export const emptyCampaignFilter: CampaignFilter = { q: "", from: null, to: null };

export const firstCampaignPage: CampaignPage = {
  sort: "-calls",
  after: null,
  before: null,
  limit: 50,
};
