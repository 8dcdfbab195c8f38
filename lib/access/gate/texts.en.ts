import { texts } from "@/lib/language/texts";

export const gateTexts = texts("accessGate", {
  otherOrigin: "Only Earshot’s own pages can make changes.",
  signInFirst: "Sign in first.",
  administratorsOnly: "Only administrators can do this.",
  sessionsUnavailable: "Couldn’t check your session. Try again shortly.",
  tooManyOpen: "Too many are open at once. Close one, or try again in a moment.",
});
