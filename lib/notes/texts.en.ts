import { texts } from "@/lib/language/texts";

export const notesRoomTexts = texts("notesRoom", {
  nothingWritten: "Write something first.",
  tooLong: {
    note: (most: string, length: string) =>
      `A note can be up to ${most} characters long; this one has ${length}.`,
    reason: (most: string, length: string) =>
      `A reason can be up to ${most} characters long; this one has ${length}.`,
  },
  badMoment: "Enter a time such as 0:42, or leave it empty.",
  noReason: "Say why it is flagged.",
  noteRefused: {
    "not-found": "This call or note no longer exists.",
    "not-allowed": "Only the author can edit this note.",
    "no-room": "This call has reached its limit for notes. Delete one you don’t need.",
  },
  noName: "Enter a name.",
  severalLines: "Use a single line.",
  nameTooLong: (most: number) => `Use ${most} characters or fewer.`,
  tagRefused: {
    "not-found": "This tag or call no longer exists.",
    "name-taken": "A tag with this name already exists.",
    "no-room": "The limit is 300 tags, and 50 per call. Remove one first.",
  },
});
