import { texts } from "@/lib/language/texts";

export const callPanelTexts = texts("callPanel", {
  previous: "Previous call",
  noPrevious: "No previous call",
  next: "Next call",
  noNext: "No next call",
  openAsPage: "Open as a page",
  close: "Close",
  notFound: "Recording not found",
  mistyped: "It may not have arrived yet, or its address may be mistyped.",
});
