import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

export const heardTexts = texts("heard", {
  heardBy: "Heard by",
  nobody: "Nobody has listened to this call yet. It counts as heard after 3 seconds.",
  more: (people: number) =>
    `And ${countFormat.format(people)} other ${people === 1 ? "person" : "people"}.`,
  formerMember: "Former member",
  you: "(you)",
  heardOf: (heard: string, length: string, percent: string) => `${heard} of ${length}, ${percent}`,
  moreStretches: (count: number) => `and ${countFormat.format(count)} shorter`,
  listens: (count: number) => `${countFormat.format(count)} listens, last {at}`,
  notFound: "Couldn’t find the next call. Try again in a moment.",
  noneUnheard: "No unheard calls in this list.",
});
