"use client";

import { use, useEffect, useState } from "react";
import { textEntries } from "@/components/list/navigation";
import { fetchJson } from "@/components/live/fetch-json";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Button, buttonStyle } from "@/components/ui/controls/button";
import { Disclosure } from "@/components/ui/page/details";
import { type ExportColumn, exportColumns } from "@/lib/export/parse-export";
import * as v from "@/lib/platform/shape";
import { DownloadStatus, exportFormTexts, useDownload } from "./download-export";

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
        start(new URLSearchParams(textEntries(event.currentTarget)));
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

function Switch({ name, label }: { name: string; label: string }) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" name={name} value="1" className="mt-1 accent-accent-solid" />
      {label}
    </label>
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

const audioCountSchema = v.object({
  files: v.number,
  bytes: v.number,
  missing: v.number,
  isMore: v.boolean,
});

type AudioCount = v.Shaped<typeof audioCountSchema>;

/** The audio of what the filter matches, as one file, which the browser saves as it comes. */
function AudioZip({ filter }: { filter: [string, string][] }) {
  const t = exportFormTexts();
  const parameters = new URLSearchParams(filter).toString();
  const count = useAudioCount(parameters);
  const canSave = count !== "failed" && count !== null && (count.files > 0 || count.isMore);
  return (
    <section aria-label={t.audio} className="space-y-1.5 border-line border-t p-3">
      <h2 className="font-medium">{t.audio}</h2>
      {canSave ? (
        <a
          href={`/api/recordings/export/audio?${parameters}`}
          download
          className={buttonStyle("secondary", "small")}
        >
          {t.downloadAudio}
        </a>
      ) : (
        <Button size="small" disabled>
          {t.downloadAudio}
        </Button>
      )}
      <p className="min-h-10 text-muted text-small" aria-live="polite">
        {describeCount(count)}
      </p>
    </section>
  );
}

function describeCount(count: AudioCount | "failed" | null): string {
  const t = exportFormTexts();
  if (count === null) return t.countingFiles;
  if (count === "failed") return t.notCounted;
  const { files, bytes, missing, isMore } = count;
  if (isMore) return files === 0 ? t.manyCalls : t.zipSizeAtLeast(files, bytes);
  if (files === 0) return t.noAudio;
  const size = t.zipSize(files, bytes);
  return missing === 0 ? size : `${size} ${t.withoutAudio(missing)}`;
}

function useAudioCount(parameters: string): AudioCount | "failed" | null {
  const [count, setCount] = useState<AudioCount | "failed" | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const path = `/api/recordings/export/audio?count=1&${parameters}`;
    fetchJson(path, audioCountSchema, { signal }).then((fetched) => {
      if (!signal.aborted) setCount(fetched.isOk ? fetched.answer : "failed");
    });
    return () => leaving.abort();
  }, [parameters]);
  return count;
}
