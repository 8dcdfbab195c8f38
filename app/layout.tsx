import "./globals.css";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies } from "next/headers";
import { parseTheme, themeCookie } from "@/components/preferences/theme";
import { currentLocale } from "@/lib/language/texts";
import { LanguageGate } from "./language-gate";
import { pagesTexts } from "./texts.en";

export function generateMetadata(): Metadata {
  return {
    title: { default: "Earshot", template: "%s · Earshot" },
    description: pagesTexts().description,
    robots: { index: false, follow: false },
  };
}

export const viewport: Viewport = { colorScheme: "light dark" };

/** Reads the theme from its cookie, so that the first paint has it already. */
export default async function RootLayout({ children }: LayoutProps<"/">) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <html
      lang={currentLocale()}
      data-theme={theme === "system" ? undefined : theme}
      className={fontVariables}
    >
      <body>
        <LanguageGate>{children}</LanguageGate>
      </body>
    </html>
  );
}

/**
 * For ids and raw values, which not every page shows: it comes when one does. A page that has begun without it
 * stays without it, so that nothing moves.
 */
const mono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  preload: false,
  display: "optional",
  adjustFontFallback: false,
  fallback: ["ui-monospace", "monospace"],
});

/** The names under which the style sheet knows the fonts. */
const fontVariables = `${GeistSans.variable} ${mono.variable}`;
