import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const soundCustodyTexts = texts("soundCustody", {
  removedBy: (days: number) =>
    `Retention removed it after ${countFormat.format(days)} ${days === 1 ? "day" : "days"}. If you fetch it again, it’s kept for the same period again.`,
  removedFile: "Removed file",
  copySha256: "Copy SHA-256",
  quotaFull: "The audio quota is reached. Fetching resumes when there is room.",
  source: "Source",
  sourceHasIt: "Still has the file",
  sourceGone: "No longer has the file",
  sourceNotAsked: "Not checked yet",
  checked: "checked {at}",
  sourceGoneSince: (since: string) =>
    `Since ${since} its source has reported that the file is gone. The copy kept here may be the only one.`,
  deletion: "Deletion",
  protected: "Protected",
  notProtected: "Not protected",
  protectedBy: (name: string) => `by ${name || "a former member"}, {at}`,
  protect: "Protect from deletion",
  unprotect: "Remove protection",
  saving: "Saving…",
  protectionCovers:
    "Retention never removes the audio of this call or its earlier files. Raw payloads have their own retention period.",
  damaged: "Damaged",
  missing: "Missing",
});
