import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const campaignsCompareTexts = texts("campaignsCompare", {
  whatIsCompared: "What is compared",
  firstSide: "First side",
  compareThis: "Compare",
  allCalls: "All calls",
  secondSide: "Second side",
  withThis: "With",
  sameInOtherPeriod: "The same, in another period",
  from: "From",
  to: "To",
  noDay: (value: string) => `“${value}” is no day`,
  leftOut: (value: string) => `Two at most: “${value}” is left out`,
  unreadable: (value: string) => `“${value}” can’t be read`,
  beforeFirst: "Before the first day",
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
      ? "1 more status is left out."
      : `${countFormat.format(count)} more statuses are left out.`,
  timelines: "Timelines",
  barsOf: (side: string, days: string) => `Bars of ${side}, ${days}`,
  tooMany: "Too many calls to draw.",
  noCalls: "No calls to show.",
  outliers: "A few calls of another age are left out of the drawings, but counted above.",
});
