import { texts } from "@/lib/language/texts";

/** What runs in the browser; all else of a call is drawn by the server. */
export const recordingsLinksTexts = texts("recordingsLinks", {
  recordings: "Recordings",
  previous: "Previous call",
  next: "Next call",
});
