import { texts } from "@/lib/language/texts";

export const listensTexts = texts("listens", {
  title: "Audit log",
  about: "Who listened to which call, and when.",
  listening: "Listening",
  time: "Time",
  person: "Person",
  call: "Call",
  timeListened: "Time listened",
  entries: "entries",
  advice: "No one has listened to this call, or this person hasn’t listened to it.",
  nobodyYet: "No one has listened to a call yet",
  aboutEntries:
    "Each time someone plays a call, it appears here with the time and how much they heard.",
  onlyPerson: "Show only what this person listened to",
  formerMember: "Former member",
  removedCall: "Removed call {id}",
  recording: "Recording",
  is: "is",
});
