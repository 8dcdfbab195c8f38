"use client";

import { DatabaseZap, ServerOff, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/empty-state";

type PageFaultProps = { error: Error & { digest?: string }; retry: () => void };

/** What stands in place of a page that could not be made: why, and what to do. */
export function PageFault({ error, retry }: PageFaultProps) {
  const readiness = useReadiness();
  const wasAway = useRef(false);

  // What was away is back: nobody need press a button for it.
  useEffect(() => {
    if (readiness === "no-database" || readiness === "no-server") wasAway.current = true;
    if (readiness === "ready" && wasAway.current) retry();
  }, [readiness, retry]);

  const { icon, title, text } = views[readiness];
  return (
    <div role="alert">
      <EmptyState
        level={1}
        icon={icon}
        title={title}
        actions={
          <Button variant="primary" size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        <p>{text}</p>
        {error.digest ? (
          <p className="mt-3 text-xs">
            In the server’s log: <span className="font-mono">{error.digest}</span>
          </p>
        ) : null}
      </EmptyState>
    </div>
  );
}

const unforeseen = {
  icon: TriangleAlert,
  title: "This page could not be shown",
  text: "Something went wrong on the server. Try again; if it stays, the server’s log knows more.",
};

const views: Record<Readiness, typeof unforeseen> = {
  unknown: unforeseen,
  ready: unforeseen,
  "no-database": {
    icon: DatabaseZap,
    title: "The database can’t be reached",
    text: "Calls that arrive are kept and will appear when it is back; nothing is lost. This page tries again by itself. If it lasts, see that PostgreSQL runs and that DATABASE_URL leads to it.",
  },
  "no-server": {
    icon: ServerOff,
    title: "Earshot can’t be reached",
    text: "The server does not answer. This page tries again by itself. If it lasts, see that Earshot runs and that you are connected.",
  },
};

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
