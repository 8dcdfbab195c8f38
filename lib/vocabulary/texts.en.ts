import { texts } from "@/lib/language/texts";

export const vocabularyRoomTexts = texts("vocabularyRoom", {
  noName: "Enter a name.",
  badName: "This isn’t a valid name.",
  badGroup: "This isn’t a valid group.",
  tooMany: (most: number) => `One name can hold at most ${most} values.`,
  name: {
    severalLines: "The name must be one line of text.",
    tooLong: (most: number) => `The name can have at most ${most} characters.`,
  },
  group: {
    severalLines: "The group must be one line of text.",
    tooLong: (most: number) => `The group can have at most ${most} characters.`,
  },
});
