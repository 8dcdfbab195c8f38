import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const campaignsCompareTexts = texts("campaignsCompare", {
  whatIsCompared: "Comparison",
  firstSide: "First side",
  compareThis: "Compare",
  allCalls: "All calls",
  secondSide: "Second side",
  withThis: "With",
  sameInOtherPeriod: "The same, in another period",
  from: "From",
  to: "To",
  noDay: (value: string) => `“${value}” isn’t a date`,
  leftOut: (value: string) => `Only two can be compared: “${value}” is ignored`,
  unreadable: (value: string) => `“${value}” can’t be read`,
  beforeFirst: "This is before the first day",
  compare: "Compare",
  noCampaign: "No campaign",
  anyDate: "Any date",
  figures: "Figures",
  figure: "Figure",
  statuses: "Statuses",
  status: "Status",
  difference: "Difference",
  equal: "equal",
  /** A figure of the other side: "50% in spring, 9 Nov 2026 to 15 Nov 2026". */
  ofOther: (figure: string, side: string, days: string) => `${figure} in ${side}, ${days}`,
  moreStatuses: (count: number) =>
    count === 1
      ? "1 more status isn’t shown."
      : `${countFormat.format(count)} more statuses aren’t shown.`,
  timelines: "Timelines",
  barsOf: (side: string, days: string) => `Bars of ${side}, ${days}`,
  tooMany: "Too many calls to draw.",
  noCalls: "No calls to show.",
  outliers: "A few much older or newer calls aren’t drawn, but are counted above.",
});
