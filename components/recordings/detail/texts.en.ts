import { countFormat } from "@/components/format/numbers";

export const detailTexts = {
  protection: "Deletion",
  protected: "Protected",
  notProtected: "Not protected",
  protect: "Protect from deletion",
  unprotect: "Remove protection",
  protectionCovers:
    "Retention never removes this call’s audio or its earlier versions. Raw payloads follow their own retention.",
  by: (name: string) => `by ${name || "a former member"}`,
  source: "Source",
  sourceHasIt: "Still has the file",
  sourceGone: "No longer has the file",
  sourceNotAsked: "Not asked yet",
  checked: "checked",
  removed: "Removed",
  removedBy: (days: number) =>
    `Removed by retention: it was kept for ${countFormat.format(days)} ${days === 1 ? "day" : "days"}. Fetch it again and it is kept as long once more.`,
  removedFile: "Removed file",
  sourceGoneExplained: (day: string) =>
    `Its source has said since ${day} that it has no such file. The copy kept here may be the only one.`,
  quotaFull: "The quota for kept audio is reached. Fetching resumes when there is room.",
  damaged: "Lost its hash and was set aside",
  missing: "Missing from the store",
} as const;
