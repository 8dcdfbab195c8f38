"use client";

import { use, useRef, useState } from "react";
import { fillText } from "@/components/format/fill-text";
import { formatMegabytes } from "@/components/format/numbers";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Button } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Progress } from "@/components/ui/page/progress";
import { type ExportColumn, exportColumns } from "@/lib/export/export-columns";
import { AudioZip } from "./audio-zip";
import { downloadExport, type ExportProgress, type SavedExport } from "./download-export";
import { exportFormTexts } from "./form-texts.en";

type ExportFormProps = { filter: [string, string][] };

/** What the file shall hold. */
export default function ExportForm({ filter }: ExportFormProps) {
  const t = exportFormTexts();
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
          <legend className="mb-1.5 font-medium">{t.format}</legend>
          {formats.map((value) => (
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
                {t.formats[value].name} <span className="text-muted">{t.formats[value].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <ColumnChoice />
        <div className="space-y-1.5">
          <Switch name="coverage" label={t.appendCoverage} />
          {format === "csv" ? <Switch name="bom" label={t.addBom} /> : null}
        </div>
      </div>
      <AudioZip filter={filter} />
      {/* In sight however little room there is. */}
      <div className="sticky bottom-0 space-y-2 border-line border-t bg-raised p-3">
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" size="small" disabled={isRunning}>
            {isRunning ? t.exporting : <Counted fallback={t.export}>{<ExportCount />}</Counted>}
          </Button>
          {isRunning ? (
            <Button size="small" onClick={stop}>
              {t.stop}
            </Button>
          ) : null}
        </div>
        <DownloadStatus state={state} />
      </div>
    </form>
  );
}

const formats = ["excel", "csv", "jsonl"] as const;

/** How many calls the file will hold, where that is counted. */
function ExportCount() {
  const { total, isTotalMore } = use(useListCounts().options);
  const t = exportFormTexts();
  return isTotalMore ? t.export : t.exportCalls(total);
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
  return exportFormTexts().brokeOff;
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
  const t = exportFormTexts();
  const [chosen, setChosen] = useState<ReadonlySet<ExportColumn>>(new Set(exportColumns));
  const isAll = chosen.size === exportColumns.length;
  return (
    <Disclosure summary={describeChosen(chosen.size)}>
      <fieldset>
        <legend className="sr-only">{t.columns}</legend>
        <button
          type="button"
          onClick={() => setChosen(new Set(isAll ? [] : exportColumns))}
          className="min-h-6 rounded text-accent hover:underline"
        >
          {isAll ? t.chooseNone : t.chooseAll}
        </button>
        <ul className="max-h-44 overflow-y-auto rounded-md border border-line px-2 py-1">
          {exportColumns.map((column) => (
            <li key={column}>
              <label className="flex min-h-6 items-center gap-2">
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

function describeChosen(count: number): string {
  const { none, all, some } = exportFormTexts().columnsChosen;
  if (count === 0) return none;
  return count === exportColumns.length ? all : some(count, exportColumns.length);
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** How far the file is, and what became of it. */
function DownloadStatus({ state }: { state: DownloadState }) {
  const t = exportFormTexts();
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "running" ? (
        <Counted fallback={<Running {...state} total={null} />}>
          <RunningOfAll {...state} />
        </Counted>
      ) : null}
      {state.kind === "done" ? (
        <p className="wrap-anywhere">
          {fillText(t.savedAs, {
            saved: <span className="text-good">{t.saved(state.records)}</span>,
            name: state.name,
          })}
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
  const t = exportFormTexts();
  return (
    <div className="space-y-1.5">
      <Progress label={t.callsWritten} value={records ?? 0} max={records === null ? null : total} />
      <p className="text-muted tabular-nums">
        {records === null
          ? formatMegabytes(bytes)
          : total === null
            ? t.written(records)
            : t.writtenOf(records, total)}
      </p>
    </div>
  );
}
