"use client";

import { useState } from "react";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { type ExportColumn, exportColumns } from "@/lib/export/export-columns";

/** Which columns the file has. None chosen means all, as in the address. */
export function ColumnChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<ExportColumn>>(new Set(exportColumns));
  const isAll = chosen.size === exportColumns.length;
  return (
    <Disclosure summary={<>Columns: {tellCount(chosen.size)}</>}>
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

function tellCount(count: number): string {
  if (count === 0) return "none chosen, so all";
  return count === exportColumns.length ? "all" : `${count} of ${exportColumns.length}`;
}

function toggled<T>(set: ReadonlySet<T>, item: T): Set<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
