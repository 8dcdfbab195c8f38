import { texts } from "@/lib/language/texts";

/** What the first scripts of the list say; the call itself is drawn by the server. */
export const callTexts = texts("call", {
  openCall: "Open call",
  notShown: "Couldn’t show this call",
  noAnswer: "The server isn’t responding as expected. Try again in a moment.",
  tryAgain: "Try again",
  close: "Close",
});
