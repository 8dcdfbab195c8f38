import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const noMatchTexts = texts("noMatch", {
  offers: "Calls without a filter",
  without: (filter: string, calls: number) =>
    `Without “${filter}”: ${countFormat.format(calls)} ${calls === 1 ? "call" : "calls"}`,
});
