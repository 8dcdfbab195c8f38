import { texts } from "@/lib/language/texts";

/** What stands in a file beside what calls and people say. */
export const exportFileTexts = texts("exportFile", {
  formerMember: "Former member",
  /** The moment of a call that a note is about: "at 1:00:42". */
  at: (moment: string) => `at ${moment}`,
});
