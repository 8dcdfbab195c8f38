"use client";

import { useRef, useState } from "react";
import { downloadExport } from "./download-export";

export type DownloadState =
  | { kind: "idle" }
  | { kind: "running"; records: number }
  | { kind: "done"; records: number }
  | { kind: "failed"; message: string };

/** One download at a time, with its progress and a way to stop it. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ kind: "idle" });
  const running = useRef<AbortController>(null);

  const start = async (parameters: URLSearchParams) => {
    const control = new AbortController();
    running.current = control;
    setState({ kind: "running", records: 0 });
    try {
      const records = await downloadExport(parameters, {
        signal: control.signal,
        onProgress: (records) => setState({ kind: "running", records }),
      });
      setState({ kind: "done", records });
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
