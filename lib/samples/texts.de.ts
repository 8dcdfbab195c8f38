import type { TranslationOf } from "@/lib/language/texts";
import type { sampleLoadingTexts } from "./samples";

export const sampleLoading: TranslationOf<typeof sampleLoadingTexts> = {
  notReached: "Earshot konnte seinen eigenen Webhook nicht erreichen.",
  answered: (status) => `Der Webhook von Earshot antwortete mit ${status}.`,
};
