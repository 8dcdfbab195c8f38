import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

/** What the first scripts of the list say; all else is in `more-texts`. */
export const recordingsTableTexts = texts("recordingsTable", {
  recordings: "Recordings",
  today: "Today",
  yesterday: "Yesterday",
  onDay: (weekday: string, day: string) => `${weekday}, ${day}`,
  lastVisit: (at: string) => `Before your last visit (${at})`,
  justNow: "just now",
  ago: (span: string) => `${span} ago`,
  atArrival: "(arrival time)",
  select: (name: string) => `Select ${name}`,
  play: (name: string) => `Play ${name}`,
  pause: (name: string) => `Pause ${name}`,
  noCampaign: "No campaign",
  minutes: "min",
  hasTranscript: "Has a transcript",
  noTranscript: "No transcript",
  notKnown: "Unknown",
  none: "None",
  nobody: "Nobody",
  loaded: (more: number, all: number) =>
    `${more} more calls loaded, ${countFormat.format(all)} in all`,
  notLoaded: "Couldn’t load the next calls.",
  signedOut: "You have been signed out.",
  signIn: "Sign in",
  end: "End of the list",
  goOn: (shown: number) => `${countFormat.format(shown)} calls shown. Continue from here`,
  loadMore: "Load more",
  loading: "Loading…",
  tryAgain: "Try again",
});
