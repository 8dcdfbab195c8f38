import { texts } from "@/lib/language/texts";

export const protectedFilterTexts = texts("protectedFilter", {
  title: "Protected from deletion",
  any: "Any",
  yes: "Yes",
  no: "No",
});
