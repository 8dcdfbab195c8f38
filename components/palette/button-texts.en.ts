import { texts } from "@/lib/language/texts";

export const paletteButtonTexts = texts("paletteButton", { findAnything: "Find anything" });
