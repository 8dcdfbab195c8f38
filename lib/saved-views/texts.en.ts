import { texts } from "@/lib/language/texts";

export const savedViewsRoomTexts = texts("savedViewsRoom", {
  noName: "Enter a name.",
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  tooManyFilters: "This list has too many filters to be kept.",
  refused: {
    "not-found": "This view is gone.",
    "not-allowed": "Only an administrator or who made it may change this view.",
    "no-room": "There are too many views already, or too long ones. Delete one that nobody needs.",
    "name-taken": "There is a view of this name already. Choose another.",
  },
});
