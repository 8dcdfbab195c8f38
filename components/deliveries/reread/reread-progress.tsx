"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import { Progress } from "@/components/ui/page/progress";
import type { RereadView } from "@/lib/intake/views/views";
import { deliveriesRereadTexts } from "./texts.en";

const everyMs = 1_500;

/** How much has been read. While it runs it asks; once it doesn't any more, the page is shown anew. */
export function RereadProgress({ reread }: { reread: RereadView }) {
  const router = useRouter();
  const [shown, setReread] = useState(reread);
  const { total, readCount, releasedCount, heldCount, skippedCount, fault } = shown;
  const t = deliveriesRereadTexts();
  const isRunning = reread.state === "running";

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      const now = await fetchReread();
      if (!now) return;
      setReread(now);
      if (now.id !== reread.id || now.state !== "running") {
        clearInterval(timer);
        router.refresh();
      }
    }, everyMs);
    return () => clearInterval(timer);
  }, [isRunning, reread.id, router]);

  return (
    <>
      {isRunning || reread.state === "stopped" ? (
        <div className="max-w-xl">
          <Progress label={t.deliveriesReprocessed} value={readCount} max={total} />
        </div>
      ) : null}
      <p className="text-muted tabular-nums">
        {[
          total === null ? t.read(readCount) : t.readOf(readCount, total),
          t.released(releasedCount),
          t.stillHeld(heldCount),
          ...(skippedCount > 0 ? [t.withoutBytes(skippedCount)] : []),
        ].join(" · ")}
      </p>
      {fault ? <p className="wrap-anywhere text-warn">{t.waiting(fault)}</p> : null}
    </>
  );
}

/** The re-reading as it stands now; null when that can't be learnt at the moment. */
async function fetchReread(): Promise<RereadView | null> {
  const fetched = await fetchJson<RereadView | null>("/api/deliveries/reread");
  return fetched.isOk ? fetched.answer : null;
}
