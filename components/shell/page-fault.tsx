"use client";

import { DatabaseZap, ServerOff, TriangleAlert } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentType, createContext, useContext, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { EmptyState } from "@/components/ui/page/placeholders";
import { texts } from "@/lib/language/texts";

export type PageFaultProps = { error: Error & { digest?: string }; retry: () => void };

/** What stands in place of a page that could not be made: why, and what to do. */
export function PageFault({ error, retry }: PageFaultProps) {
  const { readiness } = useRecovery(retry);
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

/** Lets boundaries inside the frame show it, above the page that was there where that was kept. */
export function PageFaultProvider({ children }: { children: React.ReactNode }) {
  return <ShellFault value={FaultInFrame}>{children}</ShellFault>;
}

function FaultInFrame(props: PageFaultProps) {
  const kept = useKeptPage();
  // What fails in the browser could fail there again.
  if (!kept || !props.error.digest) return <PageFault {...props} />;
  return (
    <>
      <FaultNotice {...props} />
      {kept}
    </>
  );
}

/** The same in a few words, over a page that can still be read and moves for nothing. */
function FaultNotice({ error, retry }: PageFaultProps) {
  const search = useSearchParams().toString();
  const { readiness, askAgain } = useRecovery(retry);
  const isReady = readiness === "ready";
  const failed = useRef(search);

  // Another choice was made on the page that is shown, and nothing else asks for it anew.
  useEffect(() => {
    if (failed.current === search || !isReady) return;
    failed.current = search;
    retry();
  }, [search, isReady, retry]);

  const t = pageFaultTexts();
  const fault = faults[readiness];
  const Icon = icons[fault];
  return (
    <section
      role="alert"
      className="fixed inset-x-3 bottom-[calc(max(1rem,env(safe-area-inset-bottom))+var(--player-height))] z-40 mx-auto flex max-w-2xl items-start gap-2.5 rounded-lg bg-bad-soft py-2 pr-2 pl-4 text-dense shadow-popover print:hidden"
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <h2 className="inline font-medium text-bad">{t.faults[fault].title}</h2>{" "}
        <span title={error.digest}>{t.kept[fault]}</span>
      </div>
      {/* To ask for the page while the database is away would take the frame with it. */}
      <Button size="small" onClick={isReady ? retry : askAgain}>
        {t.tryAgain}
      </Button>
    </section>
  );
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

/** Whether the server can show pages, asked again until it can. What was away and is back is retried. */
function useRecovery(retry: () => void): { readiness: Readiness; askAgain: () => void } {
  const [readiness, setReadiness] = useState<Readiness>("unknown");
  const again = useRef<() => void>(undefined);
  const wasAway = useRef(false);

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = await fetchReadiness(stop.signal);
      if (stop.signal.aborted) return;
      setReadiness(answer);
      if (answer !== "ready") timer = setTimeout(ask, everyMs);
    };
    again.current = () => {
      clearTimeout(timer);
      ask();
    };
    ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);

  // Nobody need press a button for it.
  useEffect(() => {
    if (readiness === "no-database" || readiness === "no-server") wasAway.current = true;
    if (readiness === "ready" && wasAway.current) retry();
  }, [readiness, retry]);

  return { readiness, askAgain: () => again.current?.() };
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

type KeptPage = { path: string; children: React.ReactNode };

let onScreen: KeptPage | null = null;

/** What it holds can be shown on when the page that should follow it, at the same path, can't be had. */
export function KeepPage({ children }: { children: React.ReactNode }) {
  const path = usePathname();
  useEffect(() => {
    onScreen = { path, children };
    return () => {
      onScreen = null;
    };
  }, [path, children]);
  return children;
}

/** The page that was on screen when this was first shown; null where there is none at this path. */
function useKeptPage(): React.ReactNode {
  const path = usePathname();
  const [kept] = useState(() => (onScreen?.path === path ? onScreen : null));
  return kept?.path === path ? <KeepPage>{kept.children}</KeepPage> : null;
}

/** The shell's other texts stay on the server. */
export const pageFaultTexts = texts("pageFault", {
  tryAgain: "Try again",
  inLog: "In the server log:",
  /** Behind the title, above the page that was there. */
  kept: {
    unforeseen: "Below is the list as it was before. Try again, or choose something else.",
    noDatabase:
      "Below is the list as it was before. New calls are kept, and what you chose appears when the database is back.",
    noServer:
      "Below is the list as it was before. What you chose appears when Earshot answers again.",
  },
  faults: {
    unforeseen: {
      title: "Couldn’t show this page",
      text: "Something went wrong on the server. Try again; if it keeps happening, check the server log.",
    },
    noDatabase: {
      title: "The database can’t be reached",
      text: "New calls are kept and will appear when it’s back; nothing is lost. This page retries automatically. If this lasts, check that PostgreSQL is running and DATABASE_URL points to it.",
    },
    noServer: {
      title: "Earshot can’t be reached",
      text: "The server isn’t responding. This page retries automatically. If this lasts, check that Earshot is running and you’re online.",
    },
  },
});

/** What a frame shows in place of a page, so that a page's own boundary need not bring it along. */
export const ShellFault = createContext<ComponentType<PageFaultProps> | null>(null);

/** For a boundary inside the frame. Where there is no frame, the fault goes on to the root. */
export function PageFaultInShell(props: PageFaultProps) {
  const Fault = useContext(ShellFault);
  if (!Fault) throw props.error;
  return <Fault {...props} />;
}
