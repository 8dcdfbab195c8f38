import { texts } from "@/lib/language/texts";

/** What the first scripts of the list say; the call itself is drawn by the server. */
export const callTexts = texts("call", {
  openCall: "Open call",
  notShown: "This call could not be shown",
  noAnswer: "The server does not answer as it should. Try again in a moment.",
  tryAgain: "Try again",
  close: "Close",
});
