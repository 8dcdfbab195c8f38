import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import { parseTheme, themeCookie } from "@/components/theme/theme";
import { fontVariables } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Earshot", template: "%s · Earshot" },
  description: "Recordings of the calls that your calling service makes",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = { colorScheme: "light dark" };

/** Reads the theme from its cookie, so that the first paint has it already. */
export default async function RootLayout({ children }: LayoutProps<"/">) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme} className={fontVariables}>
      <body>{children}</body>
    </html>
  );
}
