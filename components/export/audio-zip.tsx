"use client";

import { useEffect, useState } from "react";
import { countFormat, formatMegabytes } from "@/components/format/numbers";
import { buttonStyle } from "@/components/ui/controls/button";

type AudioCount = { files: number; bytes: number; missing: number; isTooMany: boolean };

/** The audio of what the filter matches, as one file, which the browser saves as it comes. */
export function AudioZip({ filter }: { filter: [string, string][] }) {
  const parameters = new URLSearchParams(filter).toString();
  const count = useAudioCount(parameters);
  const canSave = count !== "failed" && count !== null && count.files > 0 && !count.isTooMany;
  return (
    <section aria-label="Audio" className="space-y-1.5 border-line border-t p-3">
      <h3 className="font-medium">Audio</h3>
      {canSave ? (
        <a
          href={`/api/recordings/export/audio?${parameters}`}
          download
          className={buttonStyle("secondary", "small")}
        >
          Download audio (ZIP)
        </a>
      ) : (
        <button type="button" disabled className={buttonStyle("secondary", "small")}>
          Download audio (ZIP)
        </button>
      )}
      <p className="min-h-10 text-muted text-small" aria-live="polite">
        {tell(count)}
      </p>
    </section>
  );
}

function tell(count: AudioCount | "failed" | null): string {
  if (count === null) return "Counting files…";
  if (count === "failed") return "Couldn’t count the files. Close and reopen Export to try again.";
  if (count.isTooMany)
    return "Too many calls for one ZIP. Narrow the filter, for example to a month.";
  const { files, bytes, missing } = count;
  if (files === 0) return "None of these calls has kept audio yet.";
  const size = `${countFormat.format(files)} ${files === 1 ? "file" : "files"}, ${formatMegabytes(bytes)}, with a manifest of hashes.`;
  if (missing === 0) return size;
  const calls = missing === 1 ? "1 call has" : `${countFormat.format(missing)} calls have`;
  return `${size} ${calls} no kept audio; the manifest says why.`;
}

function useAudioCount(parameters: string): AudioCount | "failed" | null {
  const [count, setCount] = useState<AudioCount | "failed" | null>(null);
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const options = { signal: control.signal };
      const answer = await fetch(`/api/recordings/export/audio?count=1&${parameters}`, options);
      setCount(answer.ok ? await answer.json() : "failed");
    };
    ask().catch(() => {
      if (!control.signal.aborted) setCount("failed");
    });
    return () => control.abort();
  }, [parameters]);
  return count;
}
