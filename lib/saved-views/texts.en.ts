import { texts } from "@/lib/language/texts";

export const savedViewsRoomTexts = texts("savedViewsRoom", {
  noName: "Enter a name.",
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  tooManyFilters: "This list has too many filters to save.",
  refused: {
    "not-found": "This view is gone.",
    "not-allowed": "Only its creator or an administrator can change this view.",
    "no-room": "There’s no room for more views. Delete one you don’t need.",
    "name-taken": "A view with this name already exists. Choose another name.",
  },
});
