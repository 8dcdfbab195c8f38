import { texts } from "@/lib/language/texts";

export const themeTexts = texts("theme", {
  theme: "Theme",
  system: "System",
  light: "Light",
  dark: "Dark",
});
