import { texts } from "@/lib/language/texts";

export const countTexts = texts("recordingCounts", {
  otherStatuses: (count: number) => `${count} other statuses`,
  atMost: (count: string) => `up to ${count}`,
});
