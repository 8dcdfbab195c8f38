"use client";

import { Suspense, use } from "react";
import { Progress } from "@/components/ui/progress";
import { countFormat } from "../recordings/count-format";
import type { DownloadState } from "./use-download";

/** How far the file is, and what became of it. */
export function ExportProgress({
  state,
  total,
}: {
  state: DownloadState;
  total: Promise<number | null>;
}) {
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "running" ? (
        <Suspense fallback={<Running records={state.records} total={null} />}>
          <RunningOf records={state.records} total={total} />
        </Suspense>
      ) : null}
      {state.kind === "done" ? (
        <p className="text-good">{tellCalls(state.records)} saved.</p>
      ) : null}
      {state.kind === "failed" ? <p className="text-bad">{state.message}</p> : null}
    </div>
  );
}

function RunningOf({ records, total }: { records: number; total: Promise<number | null> }) {
  return <Running records={records} total={use(total)} />;
}

function Running({ records, total }: { records: number; total: number | null }) {
  return (
    <div className="space-y-1.5">
      <Progress label="Calls written" value={records} max={total} />
      <p className="text-muted tabular-nums">
        {countFormat.format(records)}
        {total === null ? null : ` of ${countFormat.format(total)}`} calls
      </p>
    </div>
  );
}

function tellCalls(count: number): string {
  return `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;
}
