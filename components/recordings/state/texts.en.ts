import { countFormat } from "@/components/format/numbers";
import { texts } from "@/lib/language/texts";

/** What the first scripts of the list say; all else is in `more-texts`. */
export const recordingsStateTexts = texts("recordingsState", {
  copyLink: "Copy link",
  copyCallLink: "Copy link to this call",
  copied: "Copied",
  relativeDates: "Copy with relative dates",
  whenOpened: (days: string) => `${days}, whenever it is opened`,
  fixedDates: "Copy with fixed dates",
  lastCall: (span: string) => `Last call ${span} ago`,
  /** As it stands in "… ago". */
  span: {
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
    days: (n: number) => `${n} days`,
  },
  newCount: (n: number) => `${countFormat.format(n)} new`,
  newShow: (n: number) => `${n === 1 ? "call" : "calls"} — show`,
  updatesPaused: "Live updates paused",
  signedOut: "You have been signed out.",
  signIn: "Sign in",
});
