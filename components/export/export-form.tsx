"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { ColumnChoice } from "./column-choice";
import { ExportProgress } from "./export-progress";
import { useDownload } from "./use-download";

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
        <Switch name="coverage" label="Add a last line that says what may be missing" />
        {format === "csv" ? <Switch name="bom" label="Mark it as UTF-8, for Excel" isOn /> : null}
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
  { value: "csv", label: "CSV", hint: "for spreadsheets; what looks like a formula is made text" },
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
