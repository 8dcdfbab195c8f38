"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Callout } from "@/components/ui/page/callout";
import { askForContact } from "./ask-for-contact";

const everyMs = 2_000;

/** Waits for the first delivery; when it or a wrong secret has come, the page is shown anew. */
export function ContactWatch({ wrongSecrets }: { wrongSecrets: number }) {
  const router = useRouter();

  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const now = await askForContact();
      if (now && (now.deliveryId || now.wrongSecrets !== wrongSecrets)) router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router, wrongSecrets]);

  return (
    <Callout mood="info" role="status" title="Waiting for the first delivery">
      Nothing has come yet. Leave this page open: it shows the first call by itself.
    </Callout>
  );
}
