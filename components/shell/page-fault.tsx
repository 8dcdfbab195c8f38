"use client";

import { DatabaseZap, ServerOff, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";
import { pageFaultTexts } from "./fault-texts.en";
import { ShellFault } from "./shell-fault";

export type PageFaultProps = { error: Error & { digest?: string }; retry: () => void };

/** What stands in place of a page that could not be made: why, and what to do. */
export function PageFault({ error, retry }: PageFaultProps) {
  const readiness = useReadiness();
  const wasAway = useRef(false);

  // What was away is back: nobody need press a button for it.
  useEffect(() => {
    if (readiness === "no-database" || readiness === "no-server") wasAway.current = true;
    if (readiness === "ready" && wasAway.current) retry();
  }, [readiness, retry]);

  const t = pageFaultTexts();
  const fault = faults[readiness];
  const { title, text } = t.faults[fault];
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={icons[fault]}
        title={title}
        actions={
          <Button variant="primary" size="small" onClick={retry}>
            {t.tryAgain}
          </Button>
        }
      >
        <p>{text}</p>
        {error.digest ? (
          <p className="mt-3 text-xs">
            {t.inLog} <span className="font-mono">{error.digest}</span>
          </p>
        ) : null}
      </EmptyState>
    </div>
  );
}

/** Lets boundaries inside the frame show it. */
export function PageFaultProvider({ children }: { children: React.ReactNode }) {
  return <ShellFault value={PageFault}>{children}</ShellFault>;
}

type Fault = keyof ReturnType<typeof pageFaultTexts>["faults"];

const faults: Record<Readiness, Fault> = {
  unknown: "unforeseen",
  ready: "unforeseen",
  "no-database": "noDatabase",
  "no-server": "noServer",
};

const icons = { unforeseen: TriangleAlert, noDatabase: DatabaseZap, noServer: ServerOff };

type Readiness = "unknown" | "ready" | "no-database" | "no-server";

const everyMs = 4_000;

/** Whether the server can show pages, asked again until it can. */
function useReadiness(): Readiness {
  const [readiness, setReadiness] = useState<Readiness>("unknown");

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await fetchReadiness(stop.signal);
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

async function fetchReadiness(signal: AbortSignal): Promise<Readiness> {
  try {
    const response = await fetch("/api/ready", { signal, cache: "no-store" });
    if (response.ok) return "ready";
    return /database/.test(await response.text()) ? "no-database" : "ready";
  } catch {
    return "no-server";
  }
}
