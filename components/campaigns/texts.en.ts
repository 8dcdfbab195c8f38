import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const campaignsTexts = texts("campaigns", {
  campaigns: "Campaigns",
  found: (count: number) =>
    `${countFormat.format(count)} ${count === 1 ? "campaign" : "campaigns"}`,
  search: "Search campaigns",
  searchHint: "Search by name",
  compare: "Compare",
  date: "Date",
  searched: "Search",
  searchedFor: "for",
  orders: {
    "-calls": "Most calls first",
    calls: "Fewest calls first",
    "-minutes": "Most minutes first",
    minutes: "Fewest minutes first",
    "-last_call": "Latest call first",
    last_call: "Longest without a call first",
    "-success": "Highest success share first",
    success: "Lowest success share first",
    "-success_change": "Biggest gain in success first",
    success_change: "Biggest drop in success first",
    name: "Name, A to Z",
    "-name": "Name, Z to A",
  },
  campaign: "Campaign",
  calls: "Calls",
  minutes: "Minutes",
  average: "Average length",
  success: "Success share",
  unknownSuccess:
    "No statuses count as success yet: an administrator can choose them above the list of recordings",
  change: "Change",
  comparedWith: (days: string) => `Compared with ${days}`,
  chooseDays: "Choose days to see a change",
  status: "Status",
  lastCall: "Last call",
  noCampaign: "No campaign",
  /** Beside their numbers, where no head stands above them. */
  callsWord: (count: number): string => (count === 1 ? "call" : "calls"),
  minutesWord: "min",
  averageWord: "average",
  successWord: "success",
  unknownTime: "Unknown",
  shareOn: (share: string, days: string) => `${share} on ${days}`,
  others: (kinds: number) => `${kinds} ${kinds === 1 ? "other" : "others"}`,
  things: "campaigns",
  noneMatch:
    "No campaign with this name has calls on these days. Choose more days, or clear the filters.",
  noneYet: "No campaigns yet",
  whenTheyCome: "A campaign appears here with its first call.",
});
