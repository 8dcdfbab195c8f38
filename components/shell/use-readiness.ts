"use client";

import { useEffect, useState } from "react";

export type Readiness = "unknown" | "ready" | "no-database" | "no-server";

const everyMs = 4_000;

/** Whether the server can show pages, asked again until it can. */
export function useReadiness(): Readiness {
  const [readiness, setReadiness] = useState<Readiness>("unknown");

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await askForReadiness(stop.signal);
      if (stop.signal.aborted) return;
      setReadiness(answer);
      if (answer !== "ready") timer = setTimeout(ask, everyMs);
    };
    ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);

  return readiness;
}

async function askForReadiness(signal: AbortSignal): Promise<Readiness> {
  try {
    const response = await fetch("/api/ready", { signal, cache: "no-store" });
    if (response.ok) return "ready";
    return /database/.test(await response.text()) ? "no-database" : "ready";
  } catch {
    return "no-server";
  }
}
