import { texts } from "@/lib/language/texts";

/** The shell's other texts stay on the server. */
export const pageFaultTexts = texts("pageFault", {
  tryAgain: "Try again",
  inLog: "In the server’s log:",
  faults: {
    unforeseen: {
      title: "This page could not be shown",
      text: "Something went wrong on the server. Try again; if it stays, the server’s log knows more.",
    },
    noDatabase: {
      title: "The database can’t be reached",
      text: "Calls that arrive are kept and will appear when it is back; nothing is lost. This page tries again automatically. If it lasts, see that PostgreSQL runs and that DATABASE_URL leads to it.",
    },
    noServer: {
      title: "Earshot can’t be reached",
      text: "The server does not answer. This page tries again automatically. If it lasts, see that Earshot runs and that you are connected.",
    },
  },
});
