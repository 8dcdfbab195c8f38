import { texts } from "@/lib/language/texts";

/** What the server alone writes, and what comes where no button may copy. */
export const recordingsStateMoreTexts = texts("recordingsStateMore", {
  recordings: "Recordings",
  calls: "calls",
  thisList: "This list",
  tools: "Sort, columns and export",
  removeFilter: "Remove a filter, or clear them all.",
  noneYet: "No recordings yet",
  connect: "Connect your calling service",
  registerUrl:
    "Register this webhook URL with your calling service. Calls appear here automatically when they end.",
  askAdministrator:
    "Calls appear here automatically when they end. If you expect calls, ask an administrator whether the calling service is connected.",
  lookAround: "Or look around first",
  samples: "Sample calls are made up and marked. One button removes them.",
  startTestRun: "Start a test run",
  sendOne: "Send one yourself:",
  copyLink: "Copy link",
  link: "Link",
  copyYourself: "Your browser blocked copying. The link is selected: copy it yourself.",
  close: "Close",
});
