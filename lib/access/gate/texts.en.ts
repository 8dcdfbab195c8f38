import { texts } from "@/lib/language/texts";

export const gateTexts = texts("accessGate", {
  otherOrigin: "Only Earshot's own pages may write.",
  signInFirst: "Sign in first.",
  administratorsOnly: "Only an administrator may do this.",
  sessionsUnavailable: "Sessions can't be read at the moment. Try again shortly.",
  tooManyOpen: "Too many of these are open at once. Close one, or try again in a moment.",
});
