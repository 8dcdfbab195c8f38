import { texts } from "@/lib/language/texts";

/** The shell's other texts stay on the server. */
export const pageFaultTexts = texts("pageFault", {
  tryAgain: "Try again",
  inLog: "In the server log:",
  /** Behind the title, above the page that was there. */
  kept: {
    unforeseen: "Below is the list as it was before. Try again, or choose something else.",
    noDatabase:
      "Below is the list as it was before. New calls are kept, and what you chose appears when the database is back.",
    noServer:
      "Below is the list as it was before. What you chose appears when Earshot answers again.",
  },
  faults: {
    unforeseen: {
      title: "Couldn’t show this page",
      text: "Something went wrong on the server. Try again; if it keeps happening, check the server log.",
    },
    noDatabase: {
      title: "The database can’t be reached",
      text: "New calls are kept and will appear when it’s back; nothing is lost. This page retries automatically. If this lasts, check that PostgreSQL is running and DATABASE_URL points to it.",
    },
    noServer: {
      title: "Earshot can’t be reached",
      text: "The server isn’t responding. This page retries automatically. If this lasts, check that Earshot is running and you’re online.",
    },
  },
});
