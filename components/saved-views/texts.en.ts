import { texts } from "@/lib/language/texts";

export const savedViewsTexts = texts("savedViews", {
  views: "Views",
  view: "View:",
  changed: "changed",
});
