"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { Callout } from "@/components/ui/page/callout";
import { firstContactTexts } from "./texts.en";

const everyMs = 2_000;

/** Waits for the first delivery; when it or a wrong secret has come, the page is shown anew. */
export function ContactWatch({ wrongSecrets }: { wrongSecrets: number }) {
  const router = useRouter();
  const t = firstContactTexts();

  useEffect(() => {
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const now = await fetchContact();
      if (now && (now.deliveryId || now.wrongSecrets !== wrongSecrets)) router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [router, wrongSecrets]);

  return (
    <Callout variant="info" role="status" title={t.waiting}>
      {t.nothingYet}
    </Callout>
  );
}

type ContactNews = { deliveryId: string | null; wrongSecrets: number };

/** What has come by now; null when that can't be learnt at the moment. */
async function fetchContact(): Promise<ContactNews | null> {
  const fetched = await fetchJson<ContactNews>("/api/deliveries/first");
  return fetched.isOk ? fetched.answer : null;
}
