"use client";

import { PageFault } from "@/components/shell/page-fault";
import { currentLocale } from "@/lib/language/texts";
import "./globals.css";

/** Stands in for the root layout itself. */
export default function GlobalError(props: React.ComponentProps<typeof PageFault>) {
  return (
    <html lang={currentLocale()}>
      <body>
        <title>Earshot</title>
        <main className="min-h-dvh bg-surface">
          <PageFault {...props} />
        </main>
      </body>
    </html>
  );
}
