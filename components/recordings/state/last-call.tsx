"use client";

import { useEffect, useState } from "react";
import { recordingsStateTexts } from "./texts.en";

/** How long it has been since the newest call came, in seconds; a page that is looked at hears of the next. */
export function LastCall({ agoSeconds }: { agoSeconds: number }) {
  const [shown, setShown] = useState(agoSeconds);

  useEffect(() => {
    const begunAt = performance.now();
    // By how long it runs here: the clocks of two machines may differ.
    const tick = () => setShown(agoSeconds + (performance.now() - begunAt) / 1_000);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [agoSeconds]);

  return (
    <p className="min-w-34 whitespace-nowrap text-muted text-sm tabular-nums">
      {recordingsStateTexts().lastCall(describeAgo(shown))}
    </p>
  );
}

/** "12 s", "4 min", "3 h", "2 days": whole units that have passed, as they stand in "… ago". */
export function describeAgo(seconds: number): string {
  const t = recordingsStateTexts().span;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return t.seconds(Math.max(1, Math.floor(seconds)));
  if (hours < 1) return t.minutes(minutes);
  return hours < 48 ? t.hours(hours) : t.days(Math.floor(hours / 24));
}
