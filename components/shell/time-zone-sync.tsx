"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Tells the server the browser's time zone; refreshes once when the server used another one. */
export function TimeZoneSync({ cookie, timeZone }: { cookie: string; timeZone: string }) {
  const router = useRouter();

  useEffect(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!here || here === timeZone || hasToldServer) return;
    // A refresh that changes nothing (cookies refused, an unknown zone) must not be repeated.
    hasToldServer = true;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
    document.cookie = `${cookie}=${here}; path=/; max-age=31536000; samesite=lax`;
    router.refresh();
  }, [cookie, timeZone, router]);

  return null;
}

let hasToldServer = false;
