"use client";

import { useEffect, useState } from "react";

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
      Last call {describeAgo(shown)} ago
    </p>
  );
}

/** "12 s", "4 min", "3 h", "2 days": whole units that have passed. */
export function describeAgo(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return `${Math.max(1, Math.floor(seconds))} s`;
  if (hours < 1) return `${minutes} min`;
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
