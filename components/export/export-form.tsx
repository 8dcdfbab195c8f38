"use client";

import { use, useState } from "react";
import { countFormat } from "@/components/format/numbers";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Button } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Progress } from "@/components/ui/page/progress";
import { type ExportColumn, exportColumns } from "@/lib/export/export-columns";
import { type DownloadState, useDownload } from "./use-download";

type ExportFormProps = { filter: [string, string][] };

/** What the file shall hold. Without scripts it is a plain GET, and the browser saves the answer. */
export function ExportForm({ filter }: ExportFormProps) {
  const { state, start, stop } = useDownload();
  const [format, setFormat] = useState("csv");
  const isRunning = state.kind === "running";
  return (
    <form
      action="/api/recordings/export"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        start(toParameters(event.currentTarget));
      }}
      className="space-y-3 p-3"
    >
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
        {format === "csv" ? <Switch name="bom" label="Add BOM for Excel" isOn /> : null}
      </div>
      <div className="flex items-center gap-2 border-line border-t pt-3">
        <Button type="submit" variant="primary" size="small" disabled={isRunning}>
          {isRunning ? "Writing…" : "Download"}
        </Button>
        {isRunning ? (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        ) : null}
      </div>
      <ExportProgress state={state} />
    </form>
  );
}

const formats = [
  { value: "csv", label: "CSV", hint: "for spreadsheets; formulas are escaped" },
  { value: "jsonl", label: "JSON Lines", hint: "for programs; one call a line, nested" },
];

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
function ExportProgress({ state }: { state: DownloadState }) {
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "running" ? (
        <Counted fallback={<Running records={state.records} total={null} />}>
          <RunningOfAll records={state.records} />
        </Counted>
      ) : null}
      {state.kind === "done" ? (
        <p className="text-good">{formatCalls(state.records)} saved.</p>
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

function formatCalls(count: number): string {
  return `${countFormat.format(count)} ${count === 1 ? "call" : "calls"}`;
}
