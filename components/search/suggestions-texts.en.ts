import { texts } from "@/lib/language/texts";

/** The names of filters are the search's own in every language; `also` has those of the reader's. */
export const searchSuggestionsTexts = texts("searchSuggestions", {
  suggestions: "Suggestions",
  found: (count: number) => `${count} ${count === 1 ? "suggestion" : "suggestions"}`,
  fields: {
    status: { detail: "Status", also: "" },
    campaign: { detail: "Campaign", also: "" },
    minutes: { detail: "Minutes, such as 2..5", also: "" },
    from: { detail: "From this day on", also: "" },
    to: { detail: "Until this day", also: "" },
    type: { detail: "Customer type", also: "" },
    gender: { detail: "Gender", also: "" },
    customer: { detail: "Customer’s id", also: "" },
    audio: { detail: "Audio, such as gone", also: "" },
    heard: { detail: "Heard by me, by anyone, or half of it", also: "" },
    issue: { detail: "Audio issue, such as silent", also: "" },
    tag: { detail: "Tag", also: "" },
    review: { detail: "Review, such as flagged", also: "" },
    mentioned: { detail: "Mentioned in notes, such as me", also: "" },
    notes: { detail: "Notes, yes or no", also: "" },
    text: { detail: "Spoken text, such as kept", also: "" },
    transcript: { detail: "Transcript, yes or no", also: "" },
    confirmed: { detail: "Customer confirmed, yes or no", also: "" },
    phone: { detail: "Phone number, ok or wrong", also: "" },
    incomplete: { detail: "Incomplete, yes or no", also: "" },
  },
  yes: "yes",
  no: "no",
  ok: "ok",
  wrong: "wrong",
  empty: "empty",
});
