import { GeistSans } from "geist/font/sans";
import localFont from "next/font/local";

/** For ids and raw values, which not every page shows: it comes when one does. */
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  adjustFontFallback: false,
  fallback: ["ui-monospace", "monospace"],
});

/** The names under which the style sheet knows the fonts. */
export const fontVariables = `${GeistSans.variable} ${mono.variable}`;
