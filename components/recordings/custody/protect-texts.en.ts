import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

const calls = (count: number) => `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;

export const protectTexts = texts("protectCalls", {
  protection: "Protect",
  covers: "Retention never removes the audio of protected calls.",
  protect: "Protect from deletion",
  unprotect: "Remove protection",
  protected: (count: number) => `${calls(count)} protected`,
  unprotected: (count: number) => `${calls(count)} no longer protected`,
  unchanged: "Nothing to change",
  notSaved: (saved: number) =>
    saved === 0
      ? "Not saved: the server does not answer."
      : `Saved for ${calls(saved)} only: the server does not answer.`,
});
