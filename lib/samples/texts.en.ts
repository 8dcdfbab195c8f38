import { texts } from "@/lib/language/texts";

export const sampleLoadingTexts = texts("sampleLoading", {
  notReached: "Earshot couldn’t reach its own webhook.",
  answered: (status: number) => `Earshot’s webhook answered ${status}.`,
});
