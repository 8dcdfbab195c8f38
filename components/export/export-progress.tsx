"use client";

import { use } from "react";
import { countFormat } from "@/components/format/count-format";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Progress } from "@/components/ui/page/progress";
import type { DownloadState } from "./use-download";

/** How far the file is, and what became of it. */
export function ExportProgress({ state }: { state: DownloadState }) {
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "running" ? (
        <Counted fallback={<Running records={state.records} total={null} />}>
          <RunningOfAll records={state.records} />
        </Counted>
      ) : null}
      {state.kind === "done" ? (
        <p className="text-good">{tellCalls(state.records)} saved.</p>
      ) : null}
      {state.kind === "failed" ? <p className="text-bad">{state.message}</p> : null}
    </div>
  );
}

function RunningOfAll({ records }: { records: number }) {
  const { total, isTotalMore } = use(useListCounts().options);
  return <Running records={records} total={isTotalMore ? null : total} />;
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
