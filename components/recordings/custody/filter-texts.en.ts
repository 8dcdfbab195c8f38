import { texts } from "@/lib/language/texts";

export const protectedFilterTexts = texts("protectedFilter", {
  title: "Protected from deletion",
});
