import { texts } from "@/lib/language/texts";

export const uiTexts = texts("ui", {
  copied: "Copied",
  notCopied: "Couldn’t copy",
});
