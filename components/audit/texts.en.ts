import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

const calls = (count: number) => `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;

export const auditTexts = texts("auditLog", {
  title: "Audit log",
  about: "Who listened to which call, and who changed tags, reviews and protection.",
  time: "Time",
  person: "Person",
  activity: "Activity",
  call: "Call",
  all: "All",
  activities: {
    listen: "Listening",
    tag: "Tags",
    review: "Reviews",
    protection: "Protection",
  },
  listened: "Listened for {time}",
  tagCreated: "Created the tag {tag}",
  tagRenamed: "Renamed the tag {former} to {tag}",
  tagRecoloured: "Changed the colour of the tag {tag}",
  tagRenamedRecoloured: "Renamed the tag {former} to {tag} and changed its colour",
  tagDeleted: "Deleted the tag {tag}",
  reviewSet: "Marked the call “{state}”",
  reviewCleared: "Cleared the review",
  protected: "Protected audio from deletion",
  unprotected: "Removed deletion protection",
  unknown: "A change made by a newer version",
  calls,
  entries: "entries",
  advice: "No activity matches these filters.",
  nothingYet: "No activity yet",
  aboutEntries: "Plays, and changes to tags, reviews and protection, appear here.",
  onlyPerson: "Show only this person’s activity",
  formerMember: "Former member",
  removedCall: "Removed call {id}",
  recording: "Recording",
  is: "is",
});
