import { texts } from "@/lib/language/texts";

export const samplesTexts = texts("samples", {
  sampleData: "Sample data",
  notice: "Sample data:",
  madeUp: "this list includes made-up calls.",
  remove: "Remove sample data",
  removing: "Removing…",
  load: "Load sample calls",
  loading: "Loading…",
  copyCommand: "Copy curl command",
});
