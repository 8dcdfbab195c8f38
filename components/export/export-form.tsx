"use client";

import { use, useRef, useState } from "react";
import { countFormat, formatMegabytes } from "@/components/format/numbers";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Button } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Progress } from "@/components/ui/page/progress";
import { type ExportColumn, exportColumns } from "@/lib/export/export-columns";
import { AudioZip } from "./audio-zip";
import { downloadExport, type ExportProgress, type SavedExport } from "./download-export";

type ExportFormProps = { filter: [string, string][] };

/** What the file shall hold. */
export default function ExportForm({ filter }: ExportFormProps) {
  const { state, start, stop } = useDownload();
  const [format, setFormat] = useState("excel");
  const isRunning = state.kind === "running";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start(toParameters(event.currentTarget));
      }}
    >
      <div className="space-y-3 p-3">
        {filter.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="space-y-1.5">
          <legend className="mb-1.5 font-medium">Format</legend>
          {formats.map(({ value, label, hint }) => (
            <label key={value} className="flex items-start gap-2">
              <input
                type="radio"
                name="format"
                value={value}
                checked={format === value}
                onChange={() => setFormat(value)}
                className="mt-1 accent-accent-solid"
              />
              <span>
                {label} <span className="text-muted">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <ColumnChoice />
        <div className="space-y-1.5">
          <Switch name="coverage" label="Append coverage note" />
          {format === "csv" ? <Switch name="bom" label="Add BOM for Excel" /> : null}
        </div>
      </div>
      <AudioZip filter={filter} />
      {/* In sight however little room there is. */}
      <div className="sticky bottom-0 space-y-2 border-line border-t bg-raised p-3">
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" size="small" disabled={isRunning}>
            {isRunning ? "Exporting…" : <Counted fallback="Export">{<ExportCount />}</Counted>}
          </Button>
          {isRunning ? (
            <Button size="small" onClick={stop}>
              Stop
            </Button>
          ) : null}
        </div>
        <DownloadStatus state={state} />
      </div>
    </form>
  );
}

const formats = [
  {
    value: "excel",
    label: "Excel",
    hint: "for Excel, Calc and Numbers; phone numbers stay as they are",
  },
  { value: "csv", label: "CSV", hint: "for imports; formulas are escaped" },
  { value: "jsonl", label: "JSON Lines", hint: "for programs; one call per line, nested" },
];

/** How many calls the file will hold, where that is counted. */
function ExportCount() {
  const { total, isTotalMore } = use(useListCounts().options);
  return isTotalMore ? "Export" : `Export ${formatCalls(total)}`;
}

type DownloadState =
  | { kind: "idle" }
  | ({ kind: "running" } & ExportProgress)
  | ({ kind: "done" } & SavedExport)
  | { kind: "failed"; message: string };

/** One download at a time, with its progress and a way to stop it. */
function useDownload() {
  const [state, setState] = useState<DownloadState>({ kind: "idle" });
  const running = useRef<AbortController>(null);

  const start = async (parameters: URLSearchParams) => {
    const control = new AbortController();
    running.current = control;
    setState({ kind: "running", records: null, bytes: 0 });
    try {
      const saved = await downloadExport(parameters, {
        signal: control.signal,
        onProgress: (progress) => setState({ kind: "running", ...progress }),
      });
      setState({ kind: "done", ...saved });
    } catch (error) {
      if (control.signal.aborted) setState({ kind: "idle" });
      else setState({ kind: "failed", message: tell(error) });
    }
  };
  return { state, start, stop: () => running.current?.abort() };
}

/** What fetch throws says nothing to people. */
function tell(error: unknown): string {
  if (error instanceof Error && !(error instanceof TypeError)) return error.message;
  return "The connection broke off, and nothing was saved. Try again.";
}

function Switch({ name, label, isOn = false }: { name: string; label: string; isOn?: boolean }) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={isOn}
        className="mt-1 accent-accent-solid"
      />
      {label}
    </label>
  );
}

/** Only a file field would hold anything but text. */
function toParameters(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

/** Which columns the file has. None chosen means all, as in the address. */
function ColumnChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<ExportColumn>>(new Set(exportColumns));
  const isAll = chosen.size === exportColumns.length;
  return (
    <Disclosure summary={<>Columns: {formatCount(chosen.size)}</>}>
      <fieldset>
        <legend className="sr-only">Columns</legend>
        <button
          type="button"
          onClick={() => setChosen(new Set(isAll ? [] : exportColumns))}
          className="mb-1 rounded text-accent hover:underline"
        >
          {isAll ? "Choose none" : "Choose all"}
        </button>
        <ul className="max-h-44 space-y-1 overflow-y-auto rounded-md border border-line p-2">
          {exportColumns.map((column) => (
            <li key={column}>
              <label className="flex items-center gap-2">
                <input
                  type="checkbox"
                  // What is all need not be said.
                  name={isAll ? undefined : "columns"}
                  value={column}
                  checked={chosen.has(column)}
                  onChange={() => setChosen(toggled(chosen, column))}
                  className="accent-accent-solid"
                />
                <span className="min-w-0 truncate font-mono text-tiny">{column}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </Disclosure>
  );
}

function formatCount(count: number): string {
  if (count === 0) return "none chosen, so all";
  return count === exportColumns.length ? "all" : `${count} of ${exportColumns.length}`;
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** How far the file is, and what became of it. */
function DownloadStatus({ state }: { state: DownloadState }) {
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "running" ? (
        <Counted fallback={<Running {...state} total={null} />}>
          <RunningOfAll {...state} />
        </Counted>
      ) : null}
      {state.kind === "done" ? (
        <p className="wrap-anywhere">
          <span className="text-good">{formatCalls(state.records)} saved</span> as {state.name}
        </p>
      ) : null}
      {state.kind === "failed" ? <p className="text-bad">{state.message}</p> : null}
    </div>
  );
}

function RunningOfAll(progress: ExportProgress) {
  const { total, isTotalMore } = use(useListCounts().options);
  return <Running {...progress} total={isTotalMore ? null : total} />;
}

function Running({ records, bytes, total }: ExportProgress & { total: number | null }) {
  return (
    <div className="space-y-1.5">
      <Progress label="Calls written" value={records ?? 0} max={records === null ? null : total} />
      <p className="text-muted tabular-nums">
        {records === null ? formatMegabytes(bytes) : countFormat.format(records)}
        {records === null ? null : total === null ? " calls" : ` of ${formatCalls(total)}`}
      </p>
    </div>
  );
}

function formatCalls(count: number): string {
  return `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;
}
